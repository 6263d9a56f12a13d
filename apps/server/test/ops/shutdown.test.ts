import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { returnWithin } from '@onus/contract/live/topic';
import { closeDb, openDb } from '@onus/db/open';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { folder, startProcess } from '../process.ts';
import { signUp } from '../server.ts';

vi.setConfig({ testTimeout: 60_000 });

type Running = Awaited<ReturnType<typeof startProcess>>;

/** A request on a connection that would be kept: when it left, and its status or how it was cut. */
function begin({ url }: Running, agent: Agent, at: number) {
  const { promise: answer, resolve } = Promise.withResolvers<number | string>();
  // Each from another address: twenty registrations an hour are all that one may make.
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${at}` };
  const sent = request(`${url}/api/users/`, { method: 'POST', agent, headers }, response => {
    response.resume();
    response.once('end', () => resolve(response.statusCode ?? 0));
  });
  sent.once('error', error => resolve(error.message));
  const left = once(sent, 'finish');
  sent.end(
    JSON.stringify({ name: 'Ana', email: `ana${at}@example.com`, password: 'secret', roles: ['User'] }),
  );
  return { left, answer };
}

/** Ends when so many are answered. */
async function answered(answers: readonly Promise<unknown>[], count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  for (const answer of answers) void answer.then(() => --left === 0 && resolve());
  return promise;
}

/** Ends when the server has read what was sent before: it reads that before this request. */
async function hasRead(running: Running): Promise<void> {
  await running.send('GET', '/healthz');
}

async function openSocket({ url }: Running, path: string) {
  const socket = new WebSocket(url.replace('http', 'ws') + path);
  await once(socket, 'open');
  const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)]);
  return { socket, closed };
}

test('a stop ends well while another process holds the file', async () => {
  const dataDir = folder();
  const running = await startProcess(dataDir);
  await signUp(running, 'Ana');
  const other = openDb(join(dataDir, 'onus.sqlite'));
  other.$client.exec('begin immediate');
  expect([await running.stop(), running.said.err]).toEqual([[0, null], '']);
  other.$client.exec('commit');
  closeDb(other);
});

test('a stop completes received requests, tells sockets to reconnect, and then ends', async () => {
  const running = await startProcess(folder(), { TRUST_PROXY: 'loopback' });
  const agent = new Agent({ keepAlive: true });
  const sockets = await Promise.all(
    Array.from({ length: 50 }, (_none, at) =>
      openSocket(running, at % 2 ? '/trpc' : '/socket.io/?EIO=4&transport=websocket'),
    ),
  );
  const begun = Array.from({ length: 60 }, (_none, at) => begin(running, agent, at));
  const answers = begun.map(({ answer }) => answer);
  await Promise.all(begun.map(({ left }) => left));
  await hasRead(running);
  // It hashes two passwords at a time. On a slow machine all of them would take longer than a stop waits.
  await answered(answers, 50);
  const exit = running.stop();
  let health = await running.send('GET', '/healthz');
  // The signal may arrive later than a request.
  while (health.status === 200) health = await running.send('GET', '/healthz');
  expect([health.status, health.body]).toEqual([503, { status: 'shutting down' }]);
  expect(await exit).toEqual([0, null]);
  expect(new Set(await Promise.all(answers))).toEqual(new Set([201]));
  const codes = await Promise.all(sockets.map(({ closed }) => closed));
  // So many browsers need an eighth of a second, and come back within it.
  expect(codes).toEqual(sockets.map(() => [1012, returnWithin(125)]));
  agent.destroy();
});

test('an unresponsive client does not delay a stop', async () => {
  const running = await startProcess(folder());
  const port = Number(new URL(running.url).port);
  const pieces = [
    '',
    'GET /healthz HTTP/1.1\r\nHost: x\r\n',
    'POST /tasks HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  ];
  const deaf = await Promise.all(
    ['/trpc', '/socket.io/?EIO=4&transport=websocket'].map(path => openSocket(running, path)),
  );
  for (const { socket } of deaf) socket.pause();
  // Last, as their own time begins here.
  const slow = pieces.map(() => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(slow.map(socket => once(socket, 'connect')));
  for (const [at, socket] of slow.entries()) socket.write(pieces[at] ?? '');
  await hasRead(running);
  const said = slow.map(socket => text(socket).catch(() => ''));
  expect(await running.stop('SIGINT')).toEqual([0, null]);
  // It did not wait until their own time was over, which it says with 408.
  expect((await Promise.all(said)).filter(Boolean)).toEqual([]);
  for (const { socket } of deaf) socket.terminate();
});

/** A connection that says so much of a request. */
async function say({ url }: Running, words: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(words);
  return socket;
}

function headOf(path: string, type: string, length: number): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
}

test('a stop does not wait for a disconnected client', async () => {
  const running = await startProcess(folder());
  for (const length of [9, 900_000]) {
    const socket = await say(running, `${headOf('/tasks', 'application/json', length)}{`);
    await hasRead(running);
    socket.destroy();
  }
  // Another server, of which a client is still sending, is kept by that one.
  const kept = await startProcess(folder());
  const sending = await say(kept, `${headOf('/tasks', 'application/json', 9)}{`);
  await hasRead(kept);
  const exits = [kept.stop(), running.stop()];
  expect(await Promise.race(exits.map(async (exit, at) => (await exit) && at))).toBe(1);
  expect(await Promise.all(exits)).toEqual([
    [0, null],
    [0, null],
  ]);
  sending.destroy();
});

test.each([
  ['/tasks', 'application/json', 413],
  ['/trpc/task.create', 'application/json', 413],
  ['/tasks', 'image/png', 415],
])(
  'who sends too much to %s as %s while it leaves can end that, and read the answer',
  async (path, type, status) => {
    const running = await startProcess(folder());
    const socket = await say(running, '');
    const failures: Error[] = [];
    socket.on('error', error => failures.push(error));
    // For this one it waits, however slow the machine is, until the other has begun.
    const other = await say(running, `${headOf('/tasks', 'application/json', 9)}{`);
    await hasRead(running);
    const exit = running.stop();
    while ((await running.send('GET', '/healthz')).status !== 503) await wait(5);
    socket.write(headOf(path, type, 900_000));
    await hasRead(running);
    other.destroy();
    // And then no client is there for longer than it waits for one to come, and far less than one may take to end this.
    for (let sent = 0; sent < 900_000; sent += 180_000) {
      socket.write('x'.repeat(180_000));
      await wait(100);
    }
    // Read at last, as a proxy does that passes on all before it listens.
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(failures).toEqual([]);
    expect(await exit).toEqual([0, null]);
  },
);
