import { once } from 'node:events';
import { BUDGETS } from '@onus/contract/limits/budgets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { signUp, startServer, type TestServer } from '../server.ts';

const DEVICES = 3;
const TABS = 5;
const ROUNDS = 10;
const CALLS_A_SECOND = 10;
const STREAMS = ['live.onChange', 'chat.onMessage'];
/** A full frame. */
const SCREEN = Array.from({ length: BUDGETS.batchCalls.most }, (_, n) =>
  n % 2 === 0 ? 'task.list' : 'task.counts',
);

let server: TestServer;
let tokens: string[];
beforeAll(async () => {
  server = await startServer();
  const { token } = await signUp(server, 'Ana');
  for (let n = 0; n < 100; n++)
    await server.send('POST', '/tasks', { token, body: { title: `Chore ${n}`, dueDate: '2026-01-01' } });
  const body = { email: 'ana@example.com', password: 'Ana-secret' };
  const others = await Promise.all(
    Array.from({ length: DEVICES - 1 }, () => server.send('POST', '/auth', { body })),
  );
  tokens = [token, ...others.map(answer => String(answer.body.accessToken))];
}, 60_000);
afterAll(() => server.close());

interface Tab {
  socket: WebSocket;
  asked: number;
  answered: number;
  refused: unknown[];
  ended: string[];
}

interface Said {
  id: number;
  error?: { message: string };
}

/** A tab with its streams, that answers to pings and reads all it is sent. */
async function openTab(token: string): Promise<Tab> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc?connectionParams=1`);
  const tab: Tab = { socket, asked: 0, answered: 0, refused: [], ended: [] };
  socket.on('message', data => {
    if (String(data) === 'PING') return socket.send('PONG');
    const said: Said = JSON.parse(String(data));
    if (said.error) tab.refused.push(said.error.message);
    if (said.id > STREAMS.length) tab.answered += 1;
  });
  socket.once('close', (code, reason) => tab.ended.push(`${code} ${reason}`));
  await once(socket, 'open');
  socket.send(JSON.stringify({ method: 'connectionParams', data: { token } }));
  socket.send(JSON.stringify(STREAMS.map((path, n) => call(n + 1, path, 'subscription'))));
  return tab;
}

function call(id: number, path: string, method = 'query') {
  const input = path === 'task.list' ? { view: 'all', limit: 100 } : undefined;
  return { id, method, params: { path, input } };
}

/** All of a screen in one frame; ends when all is answered, or the socket is closed. */
async function ask(tab: Tab): Promise<void> {
  const from = STREAMS.length + tab.asked + 1;
  tab.asked += SCREEN.length;
  tab.socket.send(JSON.stringify(SCREEN.map((path, n) => call(from + n, path))));
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (tab.answered >= tab.asked || tab.ended.length > 0) resolve();
  };
  tab.socket.on('message', look).on('close', look);
  await promise;
  tab.socket.off('message', look).off('close', look);
}

test('a person at full speed with fifteen tabs reaches no limit', async () => {
  const tabs = await Promise.all(tokens.flatMap(token => Array.from({ length: TABS }, () => openTab(token))));
  expect(tabs).toHaveLength(DEVICES * TABS);
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const writes = Array.from({ length: CALLS_A_SECOND }, async (_, n) => {
      const token = tokens[n % DEVICES] ?? '';
      const body = { title: `New ${round}.${n}`, dueDate: '2026-01-01' };
      statuses.push((await server.send('POST', '/tasks', { token, body })).status);
    });
    // The tabs hear of the changes, and each asks for all it shows. A tab asks again when it is answered.
    await Promise.all([...writes, ...tabs.map(ask)]);
  }
  expect(statuses).toHaveLength(ROUNDS * CALLS_A_SECOND);
  expect(tabs.map(tab => tab.answered)).toEqual(tabs.map(() => ROUNDS * SCREEN.length));
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(tabs.flatMap(tab => tab.refused)).toEqual([]);
  expect(tabs.flatMap(tab => tab.ended)).toEqual([]);
  for (const { socket } of tabs) socket.terminate();
}, 120_000);
