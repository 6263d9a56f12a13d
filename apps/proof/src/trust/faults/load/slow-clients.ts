import { connect, type Socket } from 'node:net';
import { becomesTrue } from '../../../lib/client/event-listener.ts';
import { inMs, p99OfReads } from '../../../lib/client/latency.ts';
import { inBackground } from '../../../lib/concurrency.ts';
import type { Server } from '../../../lib/server/server.ts';
import { register, withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result } from '../../proof.ts';
import { inTime } from './time-limit.ts';

const EACH = 500;

export const slowClients: Proof = {
  name: 'slow-clients',
  guarantee: 'Slow clients do not affect others',
  target: '500 slow headers + 500 slow bodies: gone within 20 s, good client p99 ≤ 1.5 × baseline + 2 ms',
  short: false,
  measure: () => withServer({}, crept),
};

async function crept(server: Server): Promise<Result> {
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
  const goodClient = inBackground(p99OfReads(server.url, token, 8000));
  let goneAfter = 0;
  const areGone = await becomesTrue(40_000, () => {
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
    holds: areGone && goneAfter <= 20_000,
    took: during / most,
  };
}

/** Sends one byte per second without end. */
function creep(port: number, start: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(start);
  const drip = setInterval(() => socket.write('x'), 1000);
  socket.once('close', () => clearInterval(drip));
  return socket;
}
