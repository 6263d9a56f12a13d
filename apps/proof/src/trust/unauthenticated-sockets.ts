import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { elsewhere, send } from '../door.ts';
import { onInstall } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen, Size } from './promise.ts';

const COUNT = { short: 600, full: 5_000 };
const PATHS = ['/trpc', '/trpc?connectionParams=1', '/socket.io/?EIO=4&transport=websocket'];
/** So many connect at once; the rest follow. */
const TOGETHER = 100;
/** Milliseconds: what is promised, and a moment for the last of them. */
const GONE_BY = 13_000;

export const unauthenticatedSockets: Proof = {
  name: 'unauthenticated-sockets',
  promise: 'Unauthenticated sockets are closed',
  demanded: '5,000 opened: gone after 10 s, healthz answered throughout with 1,024 descriptors',
  short: true,
  measure: size => onInstall({}, server => opened(server, size), { descriptors: 1_024 }),
};

/** Half of them come from one address, the others from an address each. */
async function opened(server: Server, size: Size): Promise<Seen> {
  const ends: Promise<string>[] = [];
  let isOver = false;
  const health = watchHealth(server, () => isOver);
  for (let n = 0; n < COUNT[size]; n++) {
    ends.push(endOf(server, n));
    if (n % TOGETHER === TOGETHER - 1) await sleep(20);
  }
  const left = { count: ends.length };
  for (const end of ends) void end.then(() => left.count--);
  await Promise.race([Promise.all(ends), sleep(GONE_BY)]);
  isOver = true;
  const { asked, failed } = await health;
  const counts = new Map<string, number>();
  const known = await Promise.all(ends.map(end => Promise.race([end, sleep(0, 'still open')])));
  for (const end of known) counts.set(end, (counts.get(end) ?? 0) + 1);
  const said = [...counts].map(([end, count]) => `${count} × ${end}`).join(', ');
  const accepted = known.filter(end => end.startsWith('closed 4029')).length;
  return {
    measured: `${ends.length} sockets: ${said}; healthz answered ${asked - failed} of ${asked} times`,
    kept: left.count === 0 && failed === 0 && asked > 5 && accepted > 0,
  };
}

/** How a socket ends that never says who it is. */
function endOf(server: Server, n: number): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${PATHS[n % PATHS.length]}`, {
    headers: n % 2 === 0 ? { 'x-forwarded-for': '192.0.2.1' } : elsewhere(),
  });
  // An error of the connection is an end too: where many connect at once, some are hung up on before an answer.
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.once('unexpected-response', (request, { statusCode }) => {
    request.destroy();
    resolve(`refused ${statusCode}`);
  });
  socket.once('close', code => resolve(`closed ${code}`));
  socket.on('error', error => resolve(`lost ${'code' in error ? error.code : error.message}`));
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
