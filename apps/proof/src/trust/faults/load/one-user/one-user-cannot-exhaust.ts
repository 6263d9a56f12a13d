import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { closeDb, openDb } from '@onus/db/open';
import { fromNewAddress, send } from '../../../../lib/client/http-client.ts';
import { inMs, timed } from '../../../../lib/client/latency.ts';
import { inBackground } from '../../../../lib/concurrency.ts';
import type { Server } from '../../../../lib/server/server.ts';
import { exceptions, quantile } from '../../../../lib/statistics.ts';
import { type Account, createAdmin, logIn, register, withServer } from '../../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../../proof.ts';
import { fillForReference } from '../reference-data.ts';
import { inTime } from '../time-limit.ts';
import { burst } from './burst.ts';
import type { Flood, FloodResult } from './flood.ts';
import { countOfSessions, everyCall } from './largest-calls.ts';

/** Milliseconds for each procedure. */
const EACH = { short: 30, full: 1_000 };
const TOGETHER = { short: 12, full: 40 };
/** This many others sign in, each within the limits of a person. */
const OTHERS = 20;
const MOST = 500;

export const oneUserCannotExhaust: Proof = {
  name: 'one-user-cannot-exhaust',
  guarantee: 'One user cannot exhaust what others need',
  target:
    'one account calls every procedure without a pause, one after another: all sign-ins of others succeed, p99 ≤ 500 ms; of many calls at once at most half complete before later ones of others',
  short: true,
  measure: size => withServer({ ACCESS_TOKEN_TTL: '12h' }, server => exhausted(server, size)),
};

async function exhausted(server: Server, size: Size): Promise<Result> {
  const boss = await createAdmin(server, 'Boss');
  const others: Account[] = [];
  for (let n = 0; n < OTHERS; n++) others.push(await register(server, `Other${n}`));
  const manager = await register(server, 'Hasty', 'Manager');
  await server.stop();
  const db = openDb(server.file);
  fillForReference(db, size, boss.id);
  closeDb(db);
  await server.start();
  const turns = await burst(server.url, manager, boss, others);
  const seen = await inTime(server, async () => {
    const account = await logIn(server, boss);
    const sessions: Account[] = [];
    for (let n = 0; n < countOfSessions(); n++) sessions.push(await logIn(server, boss));
    const groups = everyCall(account, () => sessions.pop() ?? account);
    let isOver = false;
    const signIns = inBackground(watchSignIns(server, others, () => isOver));
    const results = await pour({ url: server.url, groups, together: TOGETHER[size], ms: EACH[size] });
    isOver = true;
    const { took, refused } = await signIns;
    const p99 = quantile(took, 0.99);
    const unaccepted = results.filter(({ statuses }) => [...statuses.keys()].every(isUnaccepted));
    return {
      measured: `${took.length} sign-ins of others, ${refused} refused, p99 ${inMs(p99)}, median ${inMs(quantile(took, 0.5))}; its own calls: ${statusesOf(results)}; ${exceptions(
        unaccepted.map(({ path }) => path),
        results.length,
        'procedures accepted none',
      )}`,
      holds: refused === 0 && took.length > 0 && unaccepted.length === 0,
      took: size === 'short' ? 0 : p99 / MOST,
    };
  });
  return { measured: `${seen.measured}; ${turns.measured}`, holds: turns.holds ? seen.holds : false };
}

/** Counts the calls that cost something: those that arrived with a session. */
function isUnaccepted(status: number): boolean {
  return status === 0 || status === 401 || status === 403;
}

async function pour(workerData: Flood): Promise<FloodResult[]> {
  const worker = new Worker(new URL('./flood.ts', import.meta.url), { workerData });
  const [results] = (await once(worker, 'message')) as [FloodResult[]];
  await worker.terminate();
  return results;
}

function statusesOf(results: readonly FloodResult[]): string {
  const counts = new Map<number, number>();
  for (const { statuses } of results)
    for (const [status, count] of statuses) counts.set(status, (counts.get(status) ?? 0) + count);
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
}

async function watchSignIns(server: Server, others: readonly Account[], isOver: () => boolean) {
  const took: number[] = [];
  let refused = 0;
  while (!isOver()) {
    const { email, password } = others[took.length % others.length] ?? { email: '', password: '' };
    took.push(
      await timed(async () => {
        const body = { email, password };
        const signIn = send(server.url, '/auth', { body, headers: fromNewAddress(), ownConnection: true });
        const isIn = await signIn.then(({ status }) => status === 200, unanswered);
        if (!isIn) refused += 1;
      }),
    );
    await sleep(50);
  }
  return { took, refused };
}

/** The connection ended. */
function unanswered(): boolean {
  return false;
}
