import { once } from 'node:events';
import { closeDb, openDb } from '@onus/db/open';
import { testDb } from '@onus/db/testing';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { signUp, startServer, type TestServer } from '../server.ts';

const SERVICE_RESTART = 1012;

/** A tRPC socket with a token, as a browser opens it, and the code it is closed with. */
async function browserSocket({ url }: TestServer, token: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc?connectionParams=1`);
  const closed = once(socket, 'close').then(([code]) => code);
  await once(socket, 'open');
  socket.send(JSON.stringify({ method: 'connectionParams', data: { token } }));
  return { socket, closed };
}

/** Answered when the server has made the context of this socket. */
async function called(socket: WebSocket): Promise<string> {
  socket.send(JSON.stringify({ id: 1, method: 'query', params: { path: 'auth.me' } }));
  const [data] = await once(socket, 'message');
  return String(data);
}

/** From now on every statement fails, and what is remembered of sessions is forgotten. */
function breakDatabase({ services: { db } }: TestServer): void {
  db.$client.exec("update session set user_agent = 'x'");
  closeDb(db);
}

test('a failed session check closes both kinds of socket and does not stop the process', async () => {
  const server = await startServer();
  const { token, id } = await signUp(server, 'Ana');
  const { socket, closed } = await browserSocket(server, token);
  expect(await called(socket)).toContain('Ana');
  const other = io(server.url, { transports: ['websocket'], auth: { token }, reconnection: false });
  await once(other as never, 'connect');
  const disconnected = once(other as never, 'disconnect');

  breakDatabase(server);
  server.services.events.tick('session', [id]);
  expect(await closed).toBe(SERVICE_RESTART);
  await disconnected;
  expect((await server.send('GET', '/healthz')).status).toBe(200);
  await server.close();
});

test('a socket is closed if its first session check fails', async () => {
  const server = await startServer({}, openDb(testDb().$client.serialize()));
  const { token } = await signUp(server, 'Ana');
  breakDatabase(server);
  const { closed } = await browserSocket(server, token);
  expect(await closed).toBe(SERVICE_RESTART);
  await server.close();
});

test('no Socket.IO handshake ends the process', async () => {
  const server = await startServer();
  const packets = [
    '40',
    '40null',
    '40[]',
    '40"text"',
    '405',
    '40{"token":null}',
    '40{"token":{}}',
    '40/x,{}',
    '4',
  ];
  for (const packet of packets) {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    // The first message is the handshake of the connection below.
    const refused = Promise.race([
      once(socket, 'close'),
      once(socket, 'message').then(() => once(socket, 'message')),
    ]);
    await once(socket, 'open');
    socket.send(packet);
    await refused;
    expect((await server.send('GET', '/healthz')).status).toBe(200);
    socket.terminate();
  }
  await server.close();
});
