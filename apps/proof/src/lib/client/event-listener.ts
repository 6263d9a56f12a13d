import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { inBackground } from '../concurrency.ts';
import { at } from './http-client.ts';
import { whenClosed } from './socket-close.ts';

/** An open socket of either kind, with what it received and when it was closed. */
export interface Listener {
  /** Resolves when it receives events. @throws Error if the socket closes before. */
  ready: Promise<void>;
  received: unknown[];
  /** `performance.now()` of its end; 0 while it is open. */
  closedAt(): number;
  close(): void;
}

/** The streams of a browser: change events and messages. It does not reconnect. */
export function listen(url: string, token: string): Listener {
  const received: unknown[] = [];
  let closedAt = 0;
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc?connectionParams=1`);
  const say = (words: object) => socket.send(JSON.stringify(words));
  socket.once('open', () => {
    say({ method: 'connectionParams', data: { token, timeZone: 'UTC' } });
    say({ id: 1, method: 'subscription', params: { path: 'live.onChange' } });
    say({ id: 2, method: 'subscription', params: { path: 'chat.onMessage' } });
  });
  socket.on('message', (bytes: Buffer) => {
    const text = String(bytes);
    if (text === 'PING') return socket.send('PONG');
    const said = JSON.parse(text) as unknown;
    if (at(said, 'id') === 2 && at(said, 'result', 'type') === 'started') resolve();
    if (at(said, 'result', 'type') === 'data') received.push(at(said, 'result', 'data'));
  });
  void whenClosed(socket).then(([code]) => {
    closedAt = performance.now();
    reject(new Error(`the socket was closed with ${code} before it received anything`));
  });
  return { ready: inBackground(ready), received, closedAt: () => closedAt, close: () => socket.terminate() };
}

/** The same for a client of Socket.IO. */
export function listenSocketIo(url: string, token: string): Listener {
  const received: unknown[] = [];
  let closedAt = 0;
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  socket
    .once('connect', resolve)
    .once('connect_error', reject)
    .once('disconnect', () => {
      closedAt = performance.now();
    });
  socket.onAny((event: string) => void received.push(event));
  return { ready: inBackground(ready), received, closedAt: () => closedAt, close: () => void socket.close() };
}

/** Polls until a condition holds; false if it does not in time. */
export async function becomesTrue(ms: number, isSo: () => boolean): Promise<boolean> {
  const end = performance.now() + ms;
  while (!isSo()) {
    if (performance.now() > end) return false;
    await sleep(5);
  }
  return true;
}
