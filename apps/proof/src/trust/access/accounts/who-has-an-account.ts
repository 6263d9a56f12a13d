import { appWith } from '@onus/api/second-factor/testing';
import { fromNewAddress, type HttpResponse, send } from '../../../lib/client/http-client.ts';
import { timed } from '../../../lib/client/latency.ts';
import { callsOf } from '../../../lib/client/trpc-client.ts';
import { openMailbox } from '../../../lib/mailbox.ts';
import type { Server } from '../../../lib/server/server.ts';
import { median } from '../../../lib/statistics.ts';
import { type Account, addMember, register, withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../proof.ts';

/** On a busy machine a median varies. A repeated measurement removes chance and keeps a leak. */
const EXTENT = { short: { accounts: 4, looks: 1 }, full: { accounts: 100, looks: 3 } };
const ENTRY_POINTS = [
  { name: 'login', path: '/auth', rounds: 2 },
  { name: 'reset', path: '/api/users/reset-password', rounds: 1 },
];
/** More than the limits of an account and of a mailbox. */
const TOO_MANY = 12;

export const whoHasAnAccount: Proof = {
  name: 'who-has-an-account',
  guarantee: 'Responses do not reveal who has an account',
  target:
    'login and reset for known, with and without a second factor, deactivated and unknown, also when there were too many: same responses, same time (ratio of interleaved medians 0.95–1.05)',
  short: true,
  async measure(size) {
    const mailbox = await openMailbox();
    try {
      return await withServer({ SMTP_URL: mailbox.url }, server => asked(server, size));
    } finally {
      await mailbox.close();
    }
  },
};

async function asked(server: Server, size: Size): Promise<Result> {
  const { accounts } = EXTENT[size];
  for (let n = 0; n < accounts; n++) {
    const person = await register(server, `known-${n}`);
    if (n % 2 === 0) await addSecondFactor(server, person);
  }
  await register(server, 'often-known');
  await closedAccount(server);
  const said: string[] = [];
  let holds = true;
  for (const { name, path, rounds } of ENTRY_POINTS) {
    const { ratio, responses } = await compared(server, path, rounds, EXTENT[size]);
    responses.add(textOf(await ask(server, path, 'closed@example.com')));
    const [known, nobody] = await Promise.all(['known', 'nobody'].map(kind => tooOften(server, path, kind)));
    const isSameTooOften = known === nobody;
    // Only the full run judges the time, because the short run shares its machine.
    const isSameTime = size === 'short' || isEven(ratio);
    holds &&= responses.size === 1 && isSameTooOften && isSameTime;
    const often = isSameTooOften ? 'the same' : `different for an unknown account (${known}; ${nobody})`;
    const time = size === 'short' ? '' : `, ratio ${ratio.toFixed(3)}`;
    said.push(`${name}: ${responses.size} kinds of response${time}, asked too often ${often}`);
  }
  return { measured: said.join('; '), holds };
}

/** Alternates known and unknown accounts, and which of them is first. */
async function compared(
  server: Server,
  path: string,
  rounds: number,
  { accounts, looks }: { accounts: number; looks: number },
) {
  const responses = new Set<string>();
  const took = { known: [] as number[], nobody: [] as number[] };
  let ratio = Number.NaN;
  for (let look = 0; look < looks && !isEven(ratio); look++) {
    for (let n = 0; n < accounts * rounds; n++) {
      const kinds = n % 2 === 0 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const);
      for (const kind of kinds) {
        const email = `${kind}-${n % accounts}@example.com`;
        const ms = await timed(async () => responses.add(textOf(await ask(server, path, email))));
        took[kind].push(ms);
      }
    }
    ratio = median(took.known) / median(took.nobody);
  }
  return { ratio, responses };
}

function isEven(ratio: number): boolean {
  return ratio >= 0.95 && ratio <= 1.05;
}

/** The responses to repeated requests of one caller, in short form. */
async function tooOften(server: Server, path: string, kind: string): Promise<string> {
  const responses: string[] = [];
  for (let n = 0; n < TOO_MANY; n++) {
    const { status, bytes } = await ask(server, path, `often-${kind}@example.com`);
    responses.push(`${status} ${String(bytes).replaceAll(/\d+/g, 'some')}`);
  }
  return [...new Set(responses)]
    .map(one => `${responses.filter(each => each === one).length} × ${one}`)
    .join(', ');
}

async function addSecondFactor({ url }: Server, { token, password }: Account): Promise<void> {
  const { totp } = callsOf(url, token);
  const { secret } = await totp.start.mutate({ currentPassword: password });
  const code = appWith({ clock: Date.now }, secret)();
  await totp.confirm.mutate({ code });
}

async function closedAccount(server: Server): Promise<void> {
  const boss = await register(server, 'Boss', 'Manager');
  const { id } = await addMember(server, boss, 'Closed');
  await send(server.url, '/users', { method: 'PATCH', token: boss.token, body: { id, active: false } });
}

function ask(server: Server, path: string, email: string): Promise<HttpResponse> {
  return send(server.url, path, { body: { email, password: 'not the password' }, headers: fromNewAddress() });
}

/** All of a response except the date. */
function textOf({ status, headers, bytes }: HttpResponse): string {
  const { date: _date, ...others } = headers;
  return `${status} ${JSON.stringify(others)} ${bytes}`;
}
