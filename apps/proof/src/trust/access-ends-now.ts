import { setTimeout as sleep } from 'node:timers/promises';
import { at, elsewhere, send, textAt } from '../door.ts';
import { exceptions } from '../figures.ts';
import { type Listener, listen, listenSocketIo, soon } from '../listening.ts';
import { beside } from '../moments.ts';
import { addMember, logIn, onInstall, type Person, register } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen, Size } from './promise.ts';

const ROUNDS = { short: 2, full: 20 };
/** Requests under way at any moment, from before the end of the access until after it. */
const IN_FLIGHT = 4;

export const accessEndsNow: Proof = {
  name: 'access-ends-now',
  promise: 'Access is revoked immediately: logout, deactivation, role change, password change, "Sign out"',
  demanded: '0 requests accepted after the answer; sockets closed within 1 s; 0 events after',
  short: true,
  measure: size => onInstall({}, server => ended(server, size)),
};

/** One who loses access, with two sessions: the one that is taken away, and another. */
interface Loser {
  boss: Person;
  gone: Person;
  other: Person;
}

interface End {
  name: string;
  /** What the old token may do no more: everything, or what only the role allowed. */
  path: string;
  now(server: Server, who: Loser): Promise<number>;
}

const ENDS: readonly End[] = [
  {
    name: 'logout',
    path: '/tasks',
    now: (server, { gone }) => status(server, '/auth/logout', { method: 'POST', cookie: gone.cookie }),
  },
  {
    name: 'deactivation',
    path: '/tasks',
    now: (server, { boss, gone }) => change(server, boss, { id: gone.id, active: false }),
  },
  {
    name: 'another role',
    path: '/manager/tasks',
    now: (server, { boss, gone }) => change(server, boss, { id: gone.id, roles: ['Employee'] }),
  },
  {
    name: 'a new password',
    path: '/tasks',
    now: (server, { other }) =>
      status(server, '/trpc/auth.changePassword', {
        token: other.token,
        body: { current: other.password, password: 'another one' },
      }),
  },
  { name: 'a password set by a link', path: '/tasks', now: redeem },
  { name: 'sign out', path: '/tasks', now: signOut },
];

async function ended(server: Server, size: Size): Promise<Seen> {
  const boss = await register(server, 'Boss', 'Manager');
  const wrong: string[] = [];
  let accepted = 0;
  let slowest = 0;
  for (let round = 0; round < ROUNDS[size]; round++) {
    for (const [number, end] of ENDS.entries()) {
      const member = await addMember(server, boss, `Member-${round}-${number}`);
      if (end.name === 'another role') await change(server, boss, { id: member.id, roles: ['Manager'] });
      const gone = await logIn(server, member);
      const seen = await lost(server, end, { boss, gone, other: await logIn(server, member) });
      accepted += seen.asked;
      slowest = Math.max(slowest, seen.closedAfter);
      wrong.push(...seen.wrong.map(what => `${end.name}: ${what}`));
    }
  }
  const sockets = `${ROUNDS[size] * ENDS.length * 2} sockets closed within ${Math.round(slowest)} ms`;
  // How fast is judged in the full run: the short one shares its machine.
  if (size === 'full' && slowest > 1000) wrong.push(`a socket lived for ${Math.round(slowest)} ms`);
  return {
    measured: `${exceptions(wrong, accepted, 'requests and sockets outlived the access')}; ${sockets}`,
    kept: wrong.length === 0,
  };
}

/** Ends the access of a person who sends calls all the time and listens on both kinds of socket. */
async function lost(server: Server, end: End, who: Loser) {
  const { boss, gone } = who;
  const wrong: string[] = [];
  const sockets = [listen(server.url, gone.token), listenSocketIo(server.url, gone.token)];
  await Promise.all(sockets.map(({ ready }) => ready));
  if ((await status(server, end.path, { token: gone.token })) !== 200) wrong.push('never had access');
  let [endedAt, asked] = [0, 0];
  async function insist(): Promise<void> {
    for (let after = 0; after < 10; ) {
      const began = performance.now();
      const answered = await status(server, end.path, { token: gone.token });
      asked += 1;
      if (endedAt === 0 || began < endedAt) continue;
      after += 1;
      if (answered !== 403) wrong.push(`a request was answered ${answered}`);
    }
  }
  const insisting = beside(Promise.all(Array.from({ length: IN_FLIGHT }, insist)));
  const answered = await end.now(server, who);
  endedAt = performance.now();
  if (answered > 204) wrong.push(`could not be ended: ${answered}`);
  // At once, while a socket may still be open: one that is closed hears nothing anyway.
  const eavesdropping = beside(eavesdropped(server, boss, gone, sockets));
  const closedAfter = await closing(sockets, endedAt, wrong);
  wrong.push(...(await eavesdropping));
  await insisting;
  return { wrong, asked, closedAfter };
}

async function closing(sockets: readonly Listener[], since: number, wrong: string[]): Promise<number> {
  if (!(await soon(2000, () => sockets.every(one => one.closedAt() > 0)))) wrong.push('a socket stayed open');
  return Math.max(0, ...sockets.map(one => (one.closedAt() || performance.now()) - since));
}

/** Something happens that the one who lost access would have been told of. */
async function eavesdropped(
  server: Server,
  boss: Person,
  gone: Person,
  sockets: readonly Listener[],
): Promise<string[]> {
  const before = sockets.map(({ heard }) => heard.length);
  const body = { users: [gone.id], message: 'not for your ears' };
  await send(server.url, '/conversations', { token: boss.token, body });
  await change(server, boss, { id: gone.id, username: 'Renamed' });
  await sleep(50);
  const told = sockets.filter(({ heard }, place) => heard.length > (before[place] ?? 0)).length;
  for (const { close } of sockets) close();
  return told > 0 ? [`${told} sockets heard an event`] : [];
}

async function redeem(server: Server, { boss, gone }: Loser): Promise<number> {
  const { body } = await send(server.url, '/trpc/member.link', { token: boss.token, body: { id: gone.id } });
  const token = new URL(textAt(body, 'result', 'data', 'url')).searchParams.get('token');
  return status(server, '/member/activate', { body: { token, password: 'another one' } });
}

async function signOut(server: Server, { gone, other }: Loser): Promise<number> {
  const { body } = await send(server.url, '/trpc/auth.sessions', { token: gone.token });
  const sessions = at(body, 'result', 'data');
  const mine = Array.isArray(sessions) ? sessions.find(one => at(one, 'current')) : undefined;
  return status(server, '/trpc/auth.signOut', { token: other.token, body: { id: textAt(mine, 'id') } });
}

function change(server: Server, boss: Person, body: object): Promise<number> {
  return status(server, '/users', { method: 'PATCH', token: boss.token, body });
}

async function status(server: Server, path: string, sent: Parameters<typeof send>[2]): Promise<number> {
  return (await send(server.url, path, { ...sent, headers: elsewhere() })).status;
}
