import { setTimeout as sleep } from 'node:timers/promises';
import { elsewhere, send } from '../door.ts';
import { inMs, p99OfReads } from '../latency.ts';
import { beside } from '../moments.ts';
import { onInstall, register } from '../people.ts';
import type { Server } from '../server.ts';
import { inTime } from './in-time.ts';
import type { Proof, Seen } from './promise.ts';

const SECONDS = 30;
const A_SECOND = 100;

export const loginFlood: Proof = {
  name: 'login-flood',
  promise: 'A login flood does not slow other users',
  demanded: '100 logins/s for 30 s: others’ reads p99 ≤ max(50 ms, 2 × baseline)',
  short: false,
  measure: () => onInstall({}, flooded),
};

async function flooded(server: Server): Promise<Seen> {
  const { token, email } = await register(server, 'Ana');
  await p99OfReads(server.url, token, 2000);
  return inTime(server, async () => {
    const baseline = await p99OfReads(server.url, token, 5000);
    const statuses = new Map<number, number>();
    const flood = beside(pour(server, email, statuses));
    const during = await p99OfReads(server.url, token, SECONDS * 1000);
    await flood;
    const most = Math.max(50, 2 * baseline);
    const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    return {
      measured: `p99 ${inMs(during)} (idle ${inMs(baseline)}, at most ${inMs(most)}); logins: ${answers}`,
      kept: !statuses.has(0),
      took: during / most,
    };
  });
}

/** Each is from an address of its own and at an account of its own, so that all of them cost a hash. */
async function pour(server: Server, email: string, statuses: Map<number, number>): Promise<void> {
  const logins: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < SECONDS * A_SECOND; n++) {
    const due = began + (n * 1000) / A_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    const body = { email: `${n}-${email}`, password: 'not the password' };
    const login = send(server.url, '/auth', { body, headers: elsewhere(), alone: true });
    logins.push(
      login
        .then(({ status }) => status, unanswered)
        .then(status => void statuses.set(status, (statuses.get(status) ?? 0) + 1)),
    );
  }
  await Promise.all(logins);
}

/** The connection was cut. */
function unanswered(): number {
  return 0;
}
