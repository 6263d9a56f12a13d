import { isIP } from 'node:net';
import { MEMBER_PASSWORD_LONGEST } from '@onus/contract/auth/password';
import { REGISTRATIONS } from '@onus/contract/auth/registration';
import { REQUIREMENTS } from '@onus/contract/auth/second-factor';
import { z } from 'zod';

/** Thrown for a value that cannot be used; the message names the setting. */
export class SettingError extends Error {}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const duration = z
  .string()
  .regex(/^[1-9]\d{0,6}[smhd]$/, 'must be a duration like 10m')
  .transform(text => Number(text.slice(0, -1)) * UNITS[text.slice(-1) as keyof typeof UNITS]);

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://onus.example' })
  .transform(url => new URL(url))
  // Written with its slash, an origin is an address that has nothing else.
  .refine(
    ({ href, origin }) => href === `${origin}/`,
    'must be an address without a path, like https://onus.example',
  )
  .transform(url => url.origin);

/** Addresses whose X-Forwarded-For counts: IPs, networks and the three names Fastify knows. */
const proxies = z
  .string()
  .transform(list => list.split(',').map(one => one.trim()))
  .refine(list => list.every(isProxy), 'must be addresses or networks like 10.0.0.0/8, or loopback');

/** Without the slashes an address has no host, and emails would go to this machine. */
const smtpUrl = z.url({
  protocol: /^smtps?$/,
  hostname: /./,
  error: 'must be an address like smtp://mail.example:587',
});

/** Push services that need not be public, as a URL writes host and port. */
const pushHosts = z
  .string()
  .transform(list => list.split(',').map(one => one.trim().toLowerCase()))
  .refine(
    list => list.every(one => /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/.test(one)),
    'must be host:port, separated by commas',
  );

const filled = z.string().trim().min(1, 'must not be empty');

const pageSize = wholeNumber(1, 100, 'must be a number from 1 to 100').default(20);

/** More than the member dialog takes at most (rule 15) would leave no password that a member could be given. */
const passwordMinLength = wholeNumber(
  0,
  MEMBER_PASSWORD_LONGEST,
  `must be a whole number from 0 to ${MEMBER_PASSWORD_LONGEST}, the longest password that a new member can have`,
).default(0);

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** All of them, or none. */
const OIDC_SETTINGS = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const;

const schema = z
  .object({
    PORT: wholeNumber(0, 65_535, 'must be a port number').default(3000),
    HOST: filled.default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('./data'),
    PUBLIC_URL: origin.optional(),
    ALLOWED_ORIGINS: z
      .string()
      .transform(list =>
        list
          .split(',')
          .map(one => one.trim())
          .filter(Boolean),
      )
      .pipe(z.array(origin))
      .default([]),
    SMTP_URL: smtpUrl.optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*[^\s<>@]@[^\s<>@][^\r\n]*$/, 'must hold an email address')
      .default('Onus <onus@localhost>'),
    TRUST_PROXY: proxies.optional(),
    ACCESS_TOKEN_TTL: duration.default(600_000),
    PASSWORD_MIN_LENGTH: passwordMinLength,
    REGISTRATION: z.enum(REGISTRATIONS, `must be one of ${REGISTRATIONS.join(', ')}`).default('open'),
    OIDC_ISSUER: z
      .url({ protocol: /^https$/, error: 'must be an address like https://id.example' })
      .optional(),
    OIDC_CLIENT_ID: filled.optional(),
    OIDC_CLIENT_SECRET: filled.optional(),
    OIDC_NAME: filled.max(40, 'must have at most 40 characters').optional(),
    REQUIRE_SECOND_FACTOR: z.enum(REQUIREMENTS, `must be one of ${REQUIREMENTS.join(', ')}`).default('none'),
    MESSAGES_PAGE_SIZE: pageSize,
    CONVERSATIONS_PAGE_SIZE: pageSize,
    BACKUP_DIR: z.string().min(1).optional(),
    BACKUP_EVERY: duration.default(86_400_000),
    BACKUP_KEEP: wholeNumber(1, 1000, 'must be a number from 1 to 1000').default(7),
    PUSH: z.enum(['off', 'on'], 'must be off or on').default('off'),
    PUSH_HOSTS: pushHosts.default([]),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\w.~+/=-]{16,}$/, 'must have at least 16 characters, as an Authorization header takes them')
      .optional(),
    SERVICE_WORKER: z.enum(['on', 'off'], 'must be on or off').default('on'),
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  })
  .check(({ value, issues }) => {
    const missing = OIDC_SETTINGS.filter(name => value[name] === undefined);
    if (missing.length === 0 || missing.length === OIDC_SETTINGS.length) return;
    const message = `is missing: single sign-on needs ${OIDC_SETTINGS.join(', ')}`;
    issues.push({ code: 'custom', input: undefined, path: missing.slice(0, 1), message });
  })
  .transform(({ PUBLIC_URL, ...rest }) => ({
    ...rest,
    PUBLIC_URL: PUBLIC_URL ?? `http://localhost:${rest.PORT}`,
  }));

export type Env = z.output<typeof schema>;

/**
 * The settings of rule 1, read once. An empty variable counts as one that is not set.
 * @throws SettingError naming the first setting that cannot be used.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0]);
  // A password, alone or in the address of a mail server, belongs in no terminal and no log.
  const isSaid =
    given[name] !== undefined && !['SMTP_URL', 'METRICS_TOKEN', 'OIDC_CLIENT_SECRET'].includes(name);
  const value = isSaid ? ` (it is ${JSON.stringify(given[name])})` : '';
  throw new SettingError(`${name} ${issue?.message ?? 'is invalid'}${value}`);
}

/** Digits only: JavaScript also reads blanks, 0x10 and 1e1 as numbers. */
function wholeNumber(least: number, most: number, message: string) {
  return z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .refine(number => number >= least && number <= most, message);
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && width > 0 && (bits === undefined || isUpTo(bits, width));
}

function isUpTo(digits: string, most: number): boolean {
  return /^\d{1,3}$/.test(digits) && Number(digits) <= most;
}
