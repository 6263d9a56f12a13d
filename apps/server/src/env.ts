import { z } from 'zod';

/** Thrown for a value that cannot be used; the message names the setting. */
export class SettingError extends Error {}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const duration = z
  .string()
  .regex(/^[1-9]\d{0,6}[smhd]$/, 'must be a duration like 10m')
  .transform(text => Number(text.slice(0, -1)) * UNITS[text.slice(-1) as keyof typeof UNITS]);

const port = z.coerce.number('must be a port number').int('must be a port number').min(0).max(65_535);

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://onus.example' })
  .transform(url => new URL(url).origin);

const schema = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
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
    ACCESS_TOKEN_TTL: duration.default(600_000),
    PASSWORD_MIN_LENGTH: z.coerce.number('must be a number').int().min(0).max(128).default(0),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .transform(({ PUBLIC_URL, ...rest }) => ({
    ...rest,
    PUBLIC_URL: PUBLIC_URL ?? `http://localhost:${rest.PORT}`,
  }));

export type Env = z.output<typeof schema>;

/**
 * The settings of decision 1, read once. An empty variable counts as one that is not set.
 * @throws SettingError naming the first setting that cannot be used.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0]);
  throw new SettingError(`${name} ${issue?.message ?? 'is invalid'} (it is ${JSON.stringify(given[name])})`);
}
