import { type Answer, elsewhere, send } from '../door.ts';
import { quantile } from '../figures.ts';
import { timed } from '../latency.ts';
import { openMailbox } from '../mailbox.ts';
import { onInstall, register } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen } from './promise.ts';

const ACCOUNTS = 100;
const ROUNDS = { login: 2, reset: 1 };

export const whoHasAnAccount: Proof = {
  name: 'who-has-an-account',
  promise: 'Nobody learns who has an account',
  demanded:
    'login and reset for known and unknown: same body, same time (ratio of interleaved medians 0.95–1.05)',
  short: false,
  async measure() {
    const mailbox = await openMailbox();
    try {
      return await onInstall({ SMTP_URL: mailbox.url }, asked);
    } finally {
      await mailbox.close();
    }
  },
};

async function asked(server: Server): Promise<Seen> {
  for (let n = 0; n < ACCOUNTS; n++) await register(server, `known-${n}`);
  const login = await compared(server, '/auth', ROUNDS.login);
  const reset = await compared(server, '/api/users/reset-password', ROUNDS.reset);
  const said = Object.entries({ login, reset }).map(
    ([what, { ratio, answers }]) =>
      `${what}: ${answers === 1 ? 'one body' : `${answers} bodies`}, ratio ${ratio.toFixed(3)}`,
  );
  const kept = [login, reset].every(({ ratio, answers }) => answers === 1 && ratio >= 0.95 && ratio <= 1.05);
  return { measured: said.join('; '), kept };
}

/** Known and unknown take turns, and turns at who is first. */
async function compared(server: Server, path: string, rounds: number) {
  const answers = new Set<string>();
  const took = { known: [] as number[], nobody: [] as number[] };
  for (let n = 0; n < ACCOUNTS * rounds; n++) {
    const kinds = n % 2 === 0 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const);
    for (const kind of kinds) {
      const body = { email: `${kind}-${n % ACCOUNTS}@example.com`, password: 'not the password' };
      const ms = await timed(async () => {
        answers.add(told(await send(server.url, path, { body, headers: elsewhere() })));
      });
      took[kind].push(ms);
    }
  }
  return { ratio: quantile(took.known, 0.5) / quantile(took.nobody, 0.5), answers: answers.size };
}

/** All that an answer tells, but the time of day. */
function told({ status, headers, bytes }: Answer): string {
  const { date: _date, ...others } = headers;
  return `${status} ${JSON.stringify(others)} ${bytes}`;
}
