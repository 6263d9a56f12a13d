import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { fromNewAddress, send } from '../../../lib/client/http-client.ts';
import { seconds } from '../../../lib/duration.ts';
import type { Server } from '../../../lib/server/server.ts';
import { withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../proof.ts';
import { inTime } from './time-limit.ts';

const COUNT = { short: 600, full: 5_000 };
const PATHS = ['/trpc', '/trpc?connectionParams=1', '/socket.io/?EIO=4&transport=websocket'];
/** This many connect at once, then the rest. */
const TOGETHER = 100;
/** Milliseconds from the upgrade: the target, and the time that the client has to receive the reason. */
const GONE_BY = 13_000;
/** After this time in ms a socket counts as never closed. */
const WATCHED = 30_000;

export const unauthenticatedSockets: Proof = {
  name: 'unauthenticated-sockets',
  guarantee: 'Unauthenticated sockets are closed',
  target: '5,000 opened: gone after 10 s, healthz responds throughout with 1,024 descriptors',
  short: true,
  isWaiting: true,
  measure: size => withServer({}, server => opened(server, size), { descriptors: 1_024 }),
};

/** Half of them share one address, the others have one address each. */
async function opened(server: Server, size: Size): Promise<Result> {
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
      measured: `${ends.length} sockets: ${countsOf(known)}; the last one closed ${seconds(longest)} after it opened; healthz responded ${asked - failed} of ${asked} times`,
      holds: left === 0 && failed === 0 && asked > 5 && accepted > 0,
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

/** The end of a socket that never authenticates. */
function endOf(server: Server, n: number): Promise<End> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${PATHS[n % PATHS.length]}`, {
    headers: n % 2 === 0 ? { 'x-forwarded-for': '192.0.2.1' } : fromNewAddress(),
  });
  // A connection error is an end too, because among many parallel connections some close before a response.
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

/** Sends requests repeatedly, each on a new connection. */
async function watchHealth(
  server: Server,
  isOver: () => boolean,
): Promise<{ asked: number; failed: number }> {
  const seen = { asked: 0, failed: 0 };
  while (!isOver()) {
    seen.asked += 1;
    const response = await send(server.url, '/healthz', { ownConnection: true }).catch(() => null);
    if (response?.status !== 200) seen.failed += 1;
    await sleep(200);
  }
  return seen;
}
