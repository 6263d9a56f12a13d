import { once } from 'node:events';
import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import { io, type Socket } from 'socket.io-client';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { folder, startProcess } from '../process.ts';
import { signUp } from '../server.ts';

vi.setConfig({ testTimeout: 60_000 });

type Running = Awaited<ReturnType<typeof startProcess>>;

const ANSWER = 'Something went wrong on the server';

/** What stands in no response: where the code is, and what the database says of a statement. */
const INTERNALS = /\bat \w+ \(|\.ts:|\.js:|no such table|Invalid time|RangeError|SqliteError|select/;

/** A tRPC socket with a token. */
async function browserSocket({ url }: Running, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc?connectionParams=1`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ method: 'connectionParams', data: { token } }));
  return socket;
}

/** The error that a call over a socket is answered with. */
async function refusalOf(socket: WebSocket, method: string, path: string, input: unknown): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const hear = (data: unknown) => void (`${data}`.includes('"error"') && resolve(`${data}`));
  socket.on('message', hear);
  socket.send(JSON.stringify({ id: 1, method, params: { path, input } }));
  const refused = await promise;
  socket.off('message', hear);
  return refused;
}

/** The error of a handshake. A server notices after some milliseconds that another process changed its tables. */
async function refusalOfHandshake(connect: () => Socket): Promise<Error & { data?: unknown }> {
  for (;;) {
    const socket = connect();
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    socket.once('connect_error', resolve).once('connect', () => resolve(null));
    const error = await promise;
    socket.close();
    if (error) return error;
  }
}

/** Errors in the log, each with the chain of what caused it. */
function errorsIn({ said }: Running): { procedure?: string; messages: string[] }[] {
  return said.out
    .trim()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
    .filter(({ level }) => level >= 50)
    .map(({ err, procedure }) => {
      const messages: string[] = [];
      for (let one = err; one; one = one.cause) messages.push(one.message);
      return { procedure, messages };
    });
}

/** Every way to call, and the database of the server to break what they read. */
async function world() {
  const dataDir = folder();
  const running = await startProcess(dataDir);
  const { token } = await signUp(running, 'Ana');
  const item = await running.send('POST', '/groceries', { token, body: { name: 'Milk' } });
  expect(item.status).toBe(201);
  const db = openDb(join(dataDir, 'onus.sqlite'));
  const change = (sql: string) => db.$client.exec(sql);
  return { running, token, change, close: () => closeDb(db) };
}

test('the server logs a bug at every entry point and tells the client nothing', async () => {
  const { running, token, change, close } = await world();
  // No date is as late as this.
  change('update grocery_item set created_at = 9000000000000000');
  const socket = await browserSocket(running, token);
  const answers = [
    await refusalOf(socket, 'query', 'grocery.list', {}),
    JSON.stringify((await running.send('GET', '/trpc/grocery.list', { token })).body),
    JSON.stringify((await running.send('GET', '/groceries', { token })).body),
  ];
  change('drop table message');
  answers.push(await refusalOf(socket, 'subscription', 'chat.onMessage', { lastEventId: '0' }));
  for (const answer of answers) {
    expect(answer).toContain(ANSWER);
    expect(answer).not.toMatch(INTERNALS);
    expect(answer).not.toContain('stack');
  }
  await running.says(/no such table: message/);
  const late = { messages: [ANSWER, 'Invalid time value'] };
  expect(errorsIn(running)).toMatchObject([
    { procedure: 'grocery.list', ...late },
    { procedure: 'grocery.list', ...late },
    late,
    { procedure: 'chat.onMessage', messages: expect.arrayContaining(['no such table: message']) },
  ]);

  // A refusal is no bug.
  const refused = await refusalOf(socket, 'query', 'task.get', { id: 'x' });
  expect(refused).toContain('Task not found');
  expect(errorsIn(running)).toHaveLength(4);
  socket.terminate();
  close();
});

test('a bug is logged over Socket.IO, in the handshake and after it', async () => {
  const { running, token, change, close } = await world();
  const connect = (auth: object) =>
    io(running.url, { transports: ['websocket'], auth, reconnection: false, forceNew: true });
  change('alter table message rename column text to words');
  const cut = connect({ token });
  await once(cut as never, 'disconnect');
  await running.says(/no such column: \S*text/);
  expect(errorsIn(running)).toMatchObject([
    { messages: expect.arrayContaining([expect.stringMatching(/no such column: \S*text/)]) },
  ]);

  change('alter table user rename column time_zone to zone');
  const error = await refusalOfHandshake(() => connect({ token }));
  expect([error.message, error.data]).toEqual([ANSWER, { message: ANSWER, code: 'INTERNAL_SERVER_ERROR' }]);
  await running.says(/no such column: \S*time_zone/);
  expect(errorsIn(running).at(-1)?.messages.at(-1)).toMatch(/no such column: \S*time_zone/);

  const before = errorsIn(running).length;
  const stranger = connect({ token: 'rubbish' });
  await once(stranger as never, 'connect_error');
  expect(errorsIn(running)).toHaveLength(before);
  for (const socket of [cut, stranger]) socket.close();
  close();
});
