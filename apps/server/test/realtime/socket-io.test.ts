import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { place, signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
const open: Socket[] = [];
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  for (const socket of open) socket.close();
  await server.close();
});

/** A stock client, as strangers use it: websocket only, the token in the handshake. */
function connect(token: string): Socket {
  const socket = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  open.push(socket);
  return socket;
}

function next(socket: Socket, event: string): Promise<Record<string, unknown>> {
  return new Promise(resolve => socket.once(event, resolve));
}

async function household() {
  const [mia, leo, eve] = [
    await signUp(server, `Mia${open.length}`),
    await signUp(server, `Leo${open.length}`),
    await signUp(server, `Eve${open.length}`),
  ];
  place(server, mia.id, 'Manager');
  place(server, leo.id, 'Employee', mia.id);
  return { mia, leo, eve };
}

test('a message arrives as `message` and `conversation`, with itself under `data`, for its two and no one else', async () => {
  const { mia, leo, eve } = await household();
  const [hers, his, hearsNothing] = [connect(mia.token), connect(leo.token), connect(eve.token)];
  await Promise.all([next(hers, 'connect'), next(his, 'connect'), next(hearsNothing, 'connect')]);
  const overheard: unknown[] = [];
  hearsNothing.onAny(event => overheard.push(event));

  const [message, conversation, own] = [
    next(his, 'message'),
    next(his, 'conversation'),
    next(hers, 'message'),
  ];
  const body = { users: [{ id: leo.id }, { id: mia.id }], message: 'Hello', timestamp: 1_700_000_000_000 };
  const made = await server.send('POST', '/conversations', { token: mia.token, body });
  expect(made.status).toBe(201);
  const entity = {
    id: expect.any(String),
    conversationId: made.body.id,
    sender: expect.objectContaining({ id: mia.id, email: expect.any(String) }),
    receiver: expect.objectContaining({ id: leo.id }),
    message: 'Hello',
    timestamp: 1_700_000_000_000,
  };
  expect(await message).toEqual({ ...entity, data: entity });
  expect(await own).toEqual({ ...entity, data: entity });
  expect(await conversation).toEqual({ ...made.body, data: made.body });

  const answer = next(hers, 'message');
  const reply = { conversationId: made.body.id, message: 'Hi' };
  await server.send('POST', '/messages', { token: leo.token, body: reply });
  expect(await answer).toMatchObject({ message: 'Hi', sender: { id: leo.id } });
  expect(overheard).toEqual([]);
});

test.each([
  [undefined, 'UNAUTHORIZED', 'Please log in'],
  ['rubbish', 'TOKEN_INVALID', 'The access token is not valid'],
])('the token %s does not connect', async (token, code, message) => {
  const socket = connect(token as string);
  const error = (await next(socket, 'connect_error')) as unknown as Error & { data: unknown };
  expect([error.message, error.data]).toEqual([message, { message, code }]);
});

test('logout closes the connection', async () => {
  const { token, cookie } = await signUp(server, 'Ida');
  const socket = connect(token);
  await next(socket, 'connect');
  const cut = next(socket, 'disconnect');
  await server.send('POST', '/auth/logout', { cookie });
  expect(await cut).toBe('io server disconnect');
});

test('long polling and foreign pages are not served', async () => {
  expect((await server.send('GET', '/socket.io/?EIO=4&transport=polling')).status).toBe(404);
  const foreign = io(server.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { origin: 'https://elsewhere.example' },
  });
  open.push(foreign);
  await next(foreign, 'connect_error');
  expect(foreign.connected).toBe(false);
});
