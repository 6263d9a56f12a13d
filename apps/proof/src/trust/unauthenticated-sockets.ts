import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { elsewhere, send } from '../door.ts';
import { onInstall } from '../people.ts';
import type { Server } from '../server.ts';
import { inTime } from './in-time.ts';
import type { Proof, Seen, Size } from './promise.ts';

const COUNT = { short: 600, full: 5_000 };
const PATHS = ['/trpc', '/trpc?connectionParams=1', '/socket.io/?EIO=4&transport=websocket'];
/** So many connect at once; the rest follow. */
const TOGETHER = 100;
/** Milliseconds from the upgrade: what is promised, and as long as the client has to take the reason. */
const GONE_BY = 13_000;
/** After which a socket counts as never closed. */
const WATCHED = 30_000;

export const unauthenticatedSockets: Proof = {
  name: 'unauthenticated-sockets',
  promise: 'Unauthenticated sockets are closed',
  demanded: '5,000 opened: gone after 10 s, healthz answered throughout with 1,024 descriptors',
  short: true,
  measure: size => onInstall({}, server => opened(server, size), { descriptors: 1_024 }),
};

/** Half of them come from one address, the others from an address each. */
async function opened(server: Server, size: Size): Promise<Seen> {
  return inTime(server, async () => {
    const ends: Promise<End>[] = [];
    let isOver = false;
    const health = watchHealth(server, () => isOver);
    for (let n = 0; n < COUNT[size]; n++) {
      ends.push(endOf(server, n));
      if (n % TOGETHER === TOGETHER - 1) await sleep(20);
    }
    const late = sleep(WATCHED, { how: 'still open', after: WATCHED });
    const known = await Promise.all(ends.map(end => Promise.race([end, late])));
    isOver = true;
    const { asked, failed } = await health;
    const longest = Math.max(...known.map(({ after }) => after));
    const accepted = known.filter(({ how }) => how.startsWith('closed 4029')).length;
    const left = known.filter(({ how }) => how === 'still open').length;
    return {
      measured: `${ends.length} sockets: ${countsOf(known)}; the last one closed ${seconds(longest)} after it opened; healthz answered ${asked - failed} of ${asked} times`,
      kept: left === 0 && failed === 0 && asked > 5 && accepted > 0,
      took: size === 'short' ? 0 : longest / GONE_BY,
    };
  });
}

interface End {
  how: string;
  /** Milliseconds since it was opened. */
  after: number;
}

function countsOf(ends: readonly End[]): string {
  const counts = Map.groupBy(ends, ({ how }) => how);
  return [...counts].map(([how, some]) => `${some.length} × ${how}`).join(', ');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** How a socket ends that never says who it is. */
function endOf(server: Server, n: number): Promise<End> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${PATHS[n % PATHS.length]}`, {
    headers: n % 2 === 0 ? { 'x-forwarded-for': '192.0.2.1' } : elsewhere(),
  });
  // An error of the connection is an end too: where many connect at once, some are hung up on before an answer.
  const { promise, resolve } = Promise.withResolvers<End>();
  let began = performance.now();
  const end = (how: string) => resolve({ how, after: performance.now() - began });
  socket.once('open', () => {
    began = performance.now();
  });
  socket.once('unexpected-response', (request, { statusCode }) => {
    request.destroy();
    end(`refused ${statusCode}`);
  });
  socket.once('close', code => end(`closed ${code}`));
  socket.on('error', error => end(`lost ${'code' in error ? error.code : error.message}`));
  return promise;
}

/** Asks again and again, each time on a new connection. */
async function watchHealth(
  server: Server,
  isOver: () => boolean,
): Promise<{ asked: number; failed: number }> {
  const seen = { asked: 0, failed: 0 };
  while (!isOver()) {
    seen.asked += 1;
    const answer = await send(server.url, '/healthz', { alone: true }).catch(() => null);
    if (answer?.status !== 200) seen.failed += 1;
    await sleep(200);
  }
  return seen;
}
