import { setTimeout as sleep } from 'node:timers/promises';
import { fromNewAddress, send } from '../../../lib/client/http-client.ts';
import { inMs, p99OfReads } from '../../../lib/client/latency.ts';
import { inBackground } from '../../../lib/concurrency.ts';
import type { Server } from '../../../lib/server/server.ts';
import { register, withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result } from '../../proof.ts';
import { inTime } from './time-limit.ts';

const SECONDS = 30;
const A_SECOND = 100;

export const loginFlood: Proof = {
  name: 'login-flood',
  guarantee: 'A login flood does not slow other users',
  target: '100 logins/s for 30 s: others’ reads p99 ≤ max(50 ms, 2 × baseline)',
  short: false,
  measure: () => withServer({}, flooded),
};

async function flooded(server: Server): Promise<Result> {
  const { token, email } = await register(server, 'Ana');
  await p99OfReads(server.url, token, 2000);
  return inTime(server, async () => {
    const baseline = await p99OfReads(server.url, token, 5000);
    const statuses = new Map<number, number>();
    const flood = inBackground(pour(server, email, statuses));
    const during = await p99OfReads(server.url, token, SECONDS * 1000);
    await flood;
    const most = Math.max(50, 2 * baseline);
    const responses = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    return {
      measured: `p99 ${inMs(during)} (idle ${inMs(baseline)}, at most ${inMs(most)}); logins: ${responses}`,
      holds: !statuses.has(0),
      took: during / most,
    };
  });
}

/** Each has its own address and account, so that each costs a hash. */
async function pour(server: Server, email: string, statuses: Map<number, number>): Promise<void> {
  const logins: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < SECONDS * A_SECOND; n++) {
    const due = began + (n * 1000) / A_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    const body = { email: `${n}-${email}`, password: 'not the password' };
    const login = send(server.url, '/auth', { body, headers: fromNewAddress(), ownConnection: true });
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
