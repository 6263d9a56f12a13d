import { setTimeout as sleep } from 'node:timers/promises';
import { becomesTrue, type Listener, listen, listenSocketIo } from '../../../lib/client/event-listener.ts';
import { at, fromNewAddress, send, textAt } from '../../../lib/client/http-client.ts';
import { inBackground } from '../../../lib/concurrency.ts';
import type { Server } from '../../../lib/server/server.ts';
import { exceptions } from '../../../lib/statistics.ts';
import { type Account, addMember, logIn, register, withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../proof.ts';

const ROUNDS = { short: 1, full: 20 };
/** Concurrent requests, from before until after the end of the access. */
const IN_FLIGHT = 4;

export const accessEndsNow: Proof = {
  name: 'access-ends-now',
  guarantee: 'Access is revoked immediately: logout, deactivation, role change, password change, "Sign out"',
  target: '0 requests accepted after the response; sockets closed within 1 s; 0 events after',
  short: true,
  measure: size => withServer({}, server => ended(server, size), { hasCheapPasswords: size === 'short' }),
};

/** A person who loses access, with two sessions: the ended one and another. */
interface Loser {
  boss: Account;
  gone: Account;
  other: Account;
}

interface End {
  name: string;
  /** What the old token no longer allows: everything, or what only the role allowed. */
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

async function ended(server: Server, size: Size): Promise<Result> {
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
  // Only the full run judges the speed, because the short run shares its machine.
  if (size === 'full' && slowest > 1000) wrong.push(`a socket lived for ${Math.round(slowest)} ms`);
  return {
    measured: `${exceptions(wrong, accepted, 'requests and sockets outlived the access')}; ${sockets}`,
    holds: wrong.length === 0,
  };
}

/** Ends the access of a person who constantly sends calls and listens on both kinds of socket. */
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
      const seen = await status(server, end.path, { token: gone.token });
      asked += 1;
      if (endedAt === 0 || began < endedAt) continue;
      after += 1;
      if (seen !== 403) wrong.push(`a request got ${seen}`);
    }
  }
  const insisting = inBackground(Promise.all(Array.from({ length: IN_FLIGHT }, insist)));
  const result = await end.now(server, who);
  endedAt = performance.now();
  if (result > 204) wrong.push(`could not be ended: ${result}`);
  // Immediately, while a socket may still be open, because a closed one receives nothing.
  const eavesdropping = inBackground(eavesdropped(server, boss, gone, sockets));
  const closedAfter = await closing(sockets, endedAt, wrong);
  wrong.push(...(await eavesdropping));
  await insisting;
  return { wrong, asked, closedAfter };
}

async function closing(sockets: readonly Listener[], since: number, wrong: string[]): Promise<number> {
  if (!(await becomesTrue(2000, () => sockets.every(one => one.closedAt() > 0))))
    wrong.push('a socket stayed open');
  return Math.max(0, ...sockets.map(one => (one.closedAt() || performance.now()) - since));
}

/** Makes a change of which the person would have been notified. */
async function eavesdropped(
  server: Server,
  boss: Account,
  gone: Account,
  sockets: readonly Listener[],
): Promise<string[]> {
  const before = sockets.map(({ received }) => received.length);
  const body = { users: [gone.id], message: 'not for your ears' };
  await send(server.url, '/conversations', { token: boss.token, body });
  await change(server, boss, { id: gone.id, username: 'Renamed' });
  await sleep(50);
  const notified = sockets.filter(({ received }, place) => received.length > (before[place] ?? 0)).length;
  for (const { close } of sockets) close();
  return notified > 0 ? [`${notified} sockets received an event`] : [];
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

function change(server: Server, boss: Account, body: object): Promise<number> {
  return status(server, '/users', { method: 'PATCH', token: boss.token, body });
}

async function status(server: Server, path: string, sent: Parameters<typeof send>[2]): Promise<number> {
  return (await send(server.url, path, { ...sent, headers: fromNewAddress() })).status;
}
