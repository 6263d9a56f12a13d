import { connect, type Socket } from 'node:net';
import { inMs, p99OfReads } from '../latency.ts';
import { soon } from '../listening.ts';
import { beside } from '../moments.ts';
import { onInstall, register } from '../people.ts';
import type { Server } from '../server.ts';
import { inTime } from './in-time.ts';
import type { Proof, Seen } from './promise.ts';

const EACH = 500;

export const slowClients: Proof = {
  name: 'slow-clients',
  promise: 'Slow clients do not affect others',
  demanded: '500 slow headers + 500 slow bodies: gone within 20 s, good client p99 ≤ 1.5 × baseline + 2 ms',
  short: false,
  measure: () => onInstall({}, crept),
};

async function crept(server: Server): Promise<Seen> {
  const { token } = await register(server, 'Ana');
  await p99OfReads(server.url, token, 2000);
  return inTime(server, () => creptOnce(server, token));
}

async function creptOnce(server: Server, token: string) {
  const baseline = await p99OfReads(server.url, token, 5000);
  const head = 'POST /tasks HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  const began = performance.now();
  const clients = [
    ...Array.from({ length: EACH }, () => creep(server.port, head)),
    ...Array.from({ length: EACH }, () =>
      creep(server.port, `${head}content-length: 1000\r\n\r\n{"title":"`),
    ),
  ];
  const goodClient = beside(p99OfReads(server.url, token, 8000));
  let goneAfter = 0;
  const areGone = await soon(40_000, () => {
    goneAfter = performance.now() - began;
    return clients.every(({ closed }) => closed);
  });
  const during = await goodClient;
  const left = clients.filter(({ closed }) => !closed).length;
  for (const client of clients) client.destroy();
  const most = 1.5 * baseline + 2;
  const gone = areGone ? `gone after ${(goneAfter / 1000).toFixed(1)} s` : `${left} still there after 40 s`;
  return {
    measured: `${gone}; p99 ${inMs(during)} (idle ${inMs(baseline)}, at most ${inMs(most)})`,
    kept: areGone && goneAfter <= 20_000,
    took: during / most,
  };
}

/** A byte a second, never done. */
function creep(port: number, start: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(start);
  const drip = setInterval(() => socket.write('x'), 1000);
  socket.once('close', () => clearInterval(drip));
  return socket;
}
