import { type Answer, elsewhere, send } from '../door.ts';
import { median } from '../figures.ts';
import { timed } from '../latency.ts';
import { openMailbox } from '../mailbox.ts';
import { addMember, onInstall, register } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen, Size } from './promise.ts';

/** A busy machine blurs a median: looked at again, what was chance is gone and what leaks is still there. */
const EXTENT = { short: { accounts: 4, looks: 1 }, full: { accounts: 100, looks: 3 } };
const DOORS = [
  { name: 'login', path: '/auth', rounds: 2 },
  { name: 'reset', path: '/api/users/reset-password', rounds: 1 },
];
/** More than an account or a mailbox has. */
const TOO_MANY = 12;

export const whoHasAnAccount: Proof = {
  name: 'who-has-an-account',
  promise: 'Responses do not reveal who has an account',
  demanded:
    'login and reset for known, deactivated and unknown, also when there were too many: same answers, same time (ratio of interleaved medians 0.95–1.05)',
  short: true,
  async measure(size) {
    const mailbox = await openMailbox();
    try {
      return await onInstall({ SMTP_URL: mailbox.url }, server => asked(server, size));
    } finally {
      await mailbox.close();
    }
  },
};

async function asked(server: Server, size: Size): Promise<Seen> {
  const { accounts } = EXTENT[size];
  for (let n = 0; n < accounts; n++) await register(server, `known-${n}`);
  await register(server, 'often-known');
  await closedAccount(server);
  const said: string[] = [];
  let kept = true;
  for (const { name, path, rounds } of DOORS) {
    const { ratio, answers } = await compared(server, path, rounds, EXTENT[size]);
    answers.add(told(await ask(server, path, 'closed@example.com')));
    const [known, nobody] = await Promise.all(['known', 'nobody'].map(kind => tooOften(server, path, kind)));
    const isSameTooOften = known === nobody;
    // How long it takes is judged in the full run: the short one shares its machine.
    const isSameTime = size === 'short' || isEven(ratio);
    kept &&= answers.size === 1 && isSameTooOften && isSameTime;
    const often = isSameTooOften ? 'the same' : `different for an unknown account (${known}; ${nobody})`;
    const time = size === 'short' ? '' : `, ratio ${ratio.toFixed(3)}`;
    said.push(`${name}: ${answers.size} kinds of answer${time}, asked too often ${often}`);
  }
  return { measured: said.join('; '), kept };
}

/** Known and unknown take turns, and turns at who is first. */
async function compared(
  server: Server,
  path: string,
  rounds: number,
  { accounts, looks }: { accounts: number; looks: number },
) {
  const answers = new Set<string>();
  const took = { known: [] as number[], nobody: [] as number[] };
  let ratio = Number.NaN;
  for (let look = 0; look < looks && !isEven(ratio); look++) {
    for (let n = 0; n < accounts * rounds; n++) {
      const kinds = n % 2 === 0 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const);
      for (const kind of kinds) {
        const email = `${kind}-${n % accounts}@example.com`;
        const ms = await timed(async () => answers.add(told(await ask(server, path, email))));
        took[kind].push(ms);
      }
    }
    ratio = median(took.known) / median(took.nobody);
  }
  return { ratio, answers };
}

function isEven(ratio: number): boolean {
  return ratio >= 0.95 && ratio <= 1.05;
}

/** What is answered to one who asks again and again, in short. */
async function tooOften(server: Server, path: string, kind: string): Promise<string> {
  const answers: string[] = [];
  for (let n = 0; n < TOO_MANY; n++) {
    const { status, bytes } = await ask(server, path, `often-${kind}@example.com`);
    answers.push(`${status} ${String(bytes).replaceAll(/\d+/g, 'some')}`);
  }
  return [...new Set(answers)]
    .map(one => `${answers.filter(each => each === one).length} × ${one}`)
    .join(', ');
}

async function closedAccount(server: Server): Promise<void> {
  const boss = await register(server, 'Boss', 'Manager');
  const { id } = await addMember(server, boss, 'Closed');
  await send(server.url, '/users', { method: 'PATCH', token: boss.token, body: { id, active: false } });
}

function ask(server: Server, path: string, email: string): Promise<Answer> {
  return send(server.url, path, { body: { email, password: 'not the password' }, headers: elsewhere() });
}

/** All that an answer tells, but the time of day. */
function told({ status, headers, bytes }: Answer): string {
  const { date: _date, ...others } = headers;
  return `${status} ${JSON.stringify(others)} ${bytes}`;
}
