import { once } from 'node:events';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'loopback' });
  ({ token } = await signUp(server, 'Ana'));
});
afterAll(() => server.close());

function dial(path: string, address = '192.0.2.1'): WebSocket {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, {
    headers: { 'x-forwarded-for': address },
  });
  socket.on('error', () => {});
  return socket;
}

/** A tRPC socket that has signed in. */
async function signedIn(as = token): Promise<WebSocket> {
  const socket = dial('/trpc?connectionParams=1');
  await once(socket, 'open');
  socket.send(JSON.stringify({ method: 'connectionParams', data: { token: as } }));
  return socket;
}

function call(id: number, path: string, method = 'query', input: unknown = undefined) {
  return { id, method, params: { path, input } };
}

interface Answer {
  id: number;
  result?: unknown;
  error?: { data: { httpStatus: number } };
}

/** The next answers to so many calls. */
function answers(socket: WebSocket, count: number): Promise<Answer[]> {
  const got: Answer[] = [];
  return new Promise(resolve => {
    socket.on('message', function hear(data) {
      if (String(data) !== 'PING') got.push(JSON.parse(String(data)));
      if (got.length < count) return;
      socket.off('message', hear);
      resolve(got);
    });
  });
}

function onlyOnce(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

test('a socket that does not sign in is closed after ten seconds, with the reason; others stay', async () => {
  const trpc = await signedIn();
  const other = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  await new Promise<void>(resolve => other.once('connect', resolve));
  const closed: string[] = [];
  trpc.once('close', () => closed.push('trpc'));
  other.once('disconnect', () => closed.push('socket.io'));
  const paths = ['/trpc', '/trpc?connectionParams=1', '/socket.io/?EIO=4&transport=websocket'];
  const ends = await Promise.all(
    paths.map(async path => {
      const socket = dial(path, '192.0.2.7');
      await once(socket, 'open');
      const [code, reason] = await once(socket, 'close', { signal: AbortSignal.timeout(20_000) });
      return `${code} ${reason}`;
    }),
  );
  expect(ends).toEqual(Array(3).fill('4029 At most 10 seconds until a socket has signed in'));
  expect(closed).toEqual([]);
  trpc.send(JSON.stringify(call(1, 'task.counts')));
  expect((await answers(trpc, 1))[0]?.result).toBeDefined();
  trpc.terminate();
  other.close();
});

test('an address has so many sockets that have not signed in, of both kinds, and others have theirs', async () => {
  const paths = ['/trpc', '/socket.io/?EIO=4&transport=websocket'];
  const sockets = Array.from({ length: 280 }, (_, n) => dial(paths[n % 2] ?? '', '192.0.2.8'));
  const outcomes = await Promise.all(
    sockets.map(async socket => {
      const refused = once(socket, 'unexpected-response').then(([, response]) => response);
      const answer = await Promise.race([once(socket, 'open').then(() => null), refused]);
      return answer && { status: answer.statusCode, after: answer.headers['retry-after'] };
    }),
  );
  expect(outcomes.filter(outcome => outcome === null)).toHaveLength(250);
  expect(outcomes.filter(Boolean)).toEqual(Array(30).fill({ status: 429, after: '2' }));
  await once(dial('/trpc', '192.0.2.9'), 'open');
  for (const socket of sockets) socket.terminate();
});

test('a frame may have as many calls as a batch', async () => {
  const socket = await signedIn();
  socket.send(JSON.stringify(Array.from({ length: 20 }, (_, n) => call(n, 'task.counts'))));
  const full = await answers(socket, 20);
  expect(full.filter(({ result }) => result)).toHaveLength(20);
  socket.send(JSON.stringify(Array.from({ length: 21 }, (_, n) => call(n, 'task.counts'))));
  const [code, reason] = await once(socket, 'close');
  expect(code).toBe(4029);
  expect(String(reason)).toBe('At most 20 calls in one batch or frame');
});

test('a socket has eight subscriptions, and one that ended makes room', async () => {
  const socket = await signedIn();
  const subscribe = (id: number) => call(id, 'live.onChange', 'subscription');
  socket.send(JSON.stringify(Array.from({ length: 9 }, (_, n) => subscribe(n))));
  const first = await answers(socket, 9);
  expect(first.filter(({ error }) => error).map(({ error }) => error?.data.httpStatus)).toEqual([429]);
  socket.send(JSON.stringify({ id: 3, method: 'subscription.stop' }));
  expect((await answers(socket, 1))[0]).toMatchObject({ id: 3, result: { type: 'stopped' } });
  socket.send(JSON.stringify(subscribe(10)));
  expect((await answers(socket, 1))[0]).toMatchObject({ id: 10, result: { type: 'started' } });
  socket.terminate();
});

test('a subscription that is refused, or whose id is in use, takes no place', async () => {
  const socket = await signedIn();
  const begin = (id: number, path: string, input?: unknown) => {
    socket.send(JSON.stringify(call(id, path, 'subscription', input)));
    return answers(socket, 1);
  };
  for (let n = 0; n < 8; n++) {
    expect((await begin(n, 'chat.onMessage', { lastEventId: 'none' }))[0]?.error?.data.httpStatus).toBe(400);
  }
  expect((await begin(8, 'live.onChange'))[0]).toMatchObject({ result: { type: 'started' } });
  for (let n = 0; n < 8; n++) {
    expect((await begin(8, 'live.onChange'))[0]?.error?.data.httpStatus).toBe(400);
  }
  for (let n = 9; n < 16; n++) expect((await begin(n, 'live.onChange'))[0]?.result).toBeDefined();
  expect((await begin(16, 'live.onChange'))[0]?.error?.data.httpStatus).toBe(429);
  socket.terminate();
});

test('a socket that closes while it subscribes leaves nothing behind', async () => {
  const { load, events } = server.services;
  const left = { subscriptions: 0, inboxes: 0 };
  const { subscribe } = load;
  const { open } = events;
  load.subscribe = (...args) => {
    const leave = subscribe(...args);
    left.subscriptions += 1;
    return onlyOnce(() => {
      left.subscriptions -= 1;
      leave();
    });
  };
  events.open = (...args) => {
    const inbox = open(...args);
    left.inboxes += 1;
    const leave = onlyOnce(() => {
      left.inboxes -= 1;
    });
    args[1]?.addEventListener('abort', leave, { once: true });
    return {
      ...inbox,
      close() {
        leave();
        inbox.close();
      },
    };
  };
  const counts = Array.from({ length: 20 }, (_, n) => call(n, 'task.counts'));
  for (let n = 0; n < 20; n++) {
    const socket = await signedIn();
    // They keep the subscription waiting for its turn while the socket closes.
    for (let frame = 0; frame < 3; frame++) socket.send(JSON.stringify(counts));
    for (const path of ['live.onChange', 'live.onChangeSince', 'chat.onMessage']) {
      socket.send(JSON.stringify(call(60, path, 'subscription', path === 'live.onChange' ? undefined : {})));
    }
    await new Promise(resolve => setTimeout(resolve, n));
    socket.terminate();
  }
  await expect.poll(() => left).toEqual({ subscriptions: 0, inboxes: 0 });
  Object.assign(load, { subscribe });
  Object.assign(events, { open });
});

test('frames that arrive together on many sockets are read in turns, and others have theirs', async () => {
  const ben = await signedIn((await signUp(server, 'Ben')).token);
  const sockets = await Promise.all(Array.from({ length: 20 }, () => signedIn()));
  let answered = 0;
  for (const socket of sockets) {
    socket.on('message', () => {
      answered += 1;
    });
    for (let frame = 0; frame < 4; frame++)
      socket.send(JSON.stringify(Array.from({ length: 20 }, (_, n) => call(frame * 20 + n, 'task.counts'))));
  }
  ben.send(JSON.stringify(call(1, 'task.counts')));
  expect((await answers(ben, 1))[0]?.result).toBeDefined();
  expect(answered).toBeLessThan(400);
  for (const socket of [ben, ...sockets]) socket.terminate();
});
