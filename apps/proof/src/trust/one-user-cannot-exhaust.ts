import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { closeDb, openDb } from '@onus/db/open';
import { elsewhere, send } from '../door.ts';
import { exceptions, quantile } from '../figures.ts';
import { inMs, timed } from '../latency.ts';
import { logIn, makeAdmin, onInstall, type Person, register } from '../people.ts';
import type { Server } from '../server.ts';
import type { Flood, Poured } from './flood.ts';
import { countOfSessions, everyCall } from './full-speed-calls.ts';
import { inTime } from './in-time.ts';
import type { Proof, Seen, Size } from './promise.ts';
import { fillForReference } from './reference-data.ts';

/** Milliseconds for each procedure. */
const EACH = { short: 150, full: 1_000 };
const TOGETHER = 40;
/** So many others sign in, each no more often than a person may. */
const OTHERS = 20;
const MOST = 500;

export const oneUserCannotExhaust: Proof = {
  name: 'one-user-cannot-exhaust',
  promise: 'One user cannot exhaust what others need',
  demanded:
    'one account at full speed on every procedure in turn: others’ sign-ins all answered, p99 ≤ 500 ms',
  short: true,
  measure: size => onInstall({ ACCESS_TOKEN_TTL: '12h' }, server => exhausted(server, size)),
};

async function exhausted(server: Server, size: Size): Promise<Seen> {
  const boss = await makeAdmin(server, 'Boss');
  const others: Person[] = [];
  for (let n = 0; n < OTHERS; n++) others.push(await register(server, `Other${n}`));
  await server.stop();
  const db = openDb(server.file);
  fillForReference(db, size, boss.id);
  closeDb(db);
  await server.start();
  return inTime(server, async () => {
    const account = await logIn(server, boss);
    const sessions: Person[] = [];
    for (let n = 0; n < countOfSessions(); n++) sessions.push(await logIn(server, boss));
    const groups = everyCall(account, () => sessions.pop() ?? account);
    let isOver = false;
    const signIns = watchSignIns(server, others, () => isOver);
    const poured = await pour({ url: server.url, groups, together: TOGETHER, ms: EACH[size] });
    isOver = true;
    const { took, refused } = await signIns;
    const p99 = quantile(took, 0.99);
    const unheard = poured.filter(({ statuses }) => [...statuses.keys()].every(isUnheard));
    return {
      measured: `${took.length} sign-ins of others, ${refused} refused, p99 ${inMs(p99)}, median ${inMs(quantile(took, 0.5))}; its own calls: ${statusesOf(poured)}; ${exceptions(
        unheard.map(({ path }) => path),
        poured.length,
        'procedures heard none',
      )}`,
      kept: refused === 0 && took.length > 0 && unheard.length === 0,
      took: size === 'short' ? 0 : p99 / MOST,
    };
  });
}

/** A call without a session costs nothing, nor does one that never arrives. */
function isUnheard(status: number): boolean {
  return status === 0 || status === 401 || status === 403;
}

async function pour(workerData: Flood): Promise<Poured[]> {
  const worker = new Worker(new URL('./flood.ts', import.meta.url), { workerData });
  const [poured] = (await once(worker, 'message')) as [Poured[]];
  await worker.terminate();
  return poured;
}

function statusesOf(poured: readonly Poured[]): string {
  const counts = new Map<number, number>();
  for (const { statuses } of poured)
    for (const [status, count] of statuses) counts.set(status, (counts.get(status) ?? 0) + count);
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
}

async function watchSignIns(server: Server, others: readonly Person[], isOver: () => boolean) {
  const took: number[] = [];
  let refused = 0;
  while (!isOver()) {
    const { email, password } = others[took.length % others.length] ?? { email: '', password: '' };
    took.push(
      await timed(async () => {
        const body = { email, password };
        const signIn = send(server.url, '/auth', { body, headers: elsewhere(), alone: true });
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
