import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type Faults, NETWORKS, networkOf } from './faults.ts';

const NONE = NETWORKS['latency-0'];

/** The server behind the proxy, with the requests that it received. */
const asked: string[] = [];
const server = createServer(async (incoming, response) => {
  asked.push(`${incoming.method} ${incoming.url} ${await text(incoming)}`);
  response.setHeader('set-cookie', ['a=1', 'b=2']).end(`host ${incoming.headers.host}`);
});
const sockets = new WebSocketServer({ server });
sockets.on('connection', socket => {
  socket.on('message', bytes => socket.send(`heard ${bytes}`));
});
const proxies: FaultProxy[] = [];

beforeEach(async () => {
  asked.length = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await Promise.all(proxies.splice(0).map(proxy => proxy.close()));
  for (const socket of sockets.clients) socket.terminate();
  server.close();
  await once(server, 'close');
});

async function through(faults: Partial<Faults>, seed = 1): Promise<FaultProxy> {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const proxy = await startFaultProxy(port, { ...NONE, ...faults }, { seed });
  proxies.push(proxy);
  return proxy;
}

/** Sends one request; rejects if the connection ends before the response is complete. */
async function ask({ port }: FaultProxy, path = '/', body = ''): Promise<string> {
  const method = body ? 'POST' : 'GET';
  const sent = request({ host: '127.0.0.1', port, path, method, agent: false }).end(body);
  const [response] = await once(sent, 'response');
  return text(response);
}

async function isAnswered(proxy: FaultProxy, path = '/'): Promise<boolean> {
  return ask(proxy, path).then(
    () => true,
    () => false,
  );
}

async function socketThrough({ url }: FaultProxy): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'));
  await once(socket, 'open');
  return socket;
}

test('without faults requests and responses arrive unchanged', async () => {
  const proxy = await through({});
  expect(await ask(proxy, '/a?b=%20c', 'hello')).toBe(`host 127.0.0.1:${proxy.port}`);
  expect(asked).toEqual(['POST /a?b=%20c hello']);
  const { headers } = await fetch(proxy.url);
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

// Half of it would be 100: a message that is late in one direction only.
test('latency is added to each round trip, of a request and of a WebSocket', async () => {
  const proxy = await through({ latency: 200 });
  const took = async (work: Promise<unknown>) => {
    const began = performance.now();
    await work;
    return performance.now() - began;
  };
  expect(await took(ask(proxy))).toBeGreaterThan(150);
  const socket = await socketThrough(proxy);
  socket.send('1');
  expect(await took(once(socket, 'message'))).toBeGreaterThan(150);
});

test('a lost request never reaches the server; before a lost response the server has processed the request', async () => {
  expect(await isAnswered(await through({ lostRequests: 1 }))).toBe(false);
  expect(asked).toEqual([]);
  const proxy = await through({ lostResponses: 1 });
  expect(await isAnswered(proxy, '/done')).toBe(false);
  expect(asked).toEqual(['GET /done ']);
  expect(proxy.seen).toEqual({ requests: 1, lostRequests: 0, lostResponses: 1, stalls: 0, cuts: 0 });
});

test('a cut response ends in the middle', async () => {
  const proxy = await through({ cuts: 1 });
  const sent = request(`${proxy.url}/`, { agent: false }).end();
  const [response] = await once(sent, 'response');
  await expect(text(response)).rejects.toThrow('aborted');
  expect(proxy.seen.cuts).toBe(1);
});

test('a stall delays one message by at least 1 s, and WebSocket messages keep their order', async () => {
  const proxy = await through({});
  const socket = await socketThrough(proxy);
  const heard: string[] = [];
  socket.on('message', bytes => void heard.push(String(bytes)));
  proxy.faults = { ...NONE, stalls: 1 };
  const began = performance.now();
  socket.send('first');
  while (proxy.seen.stalls === 0) await new Promise(setImmediate);
  proxy.faults = NONE;
  socket.send('second');
  while (heard.length < 2) await once(socket, 'message');
  expect(heard).toEqual(['heard first', 'heard second']);
  expect(performance.now() - began).toBeGreaterThan(999);
});

test('the proxy cuts the given share of WebSockets, and all on request', async () => {
  const proxy = await through({});
  const [one, two] = [await socketThrough(proxy), await socketThrough(proxy)];
  proxy.faults = { ...NONE, cuts: 1 };
  one.send('1');
  await once(one, 'close');
  expect(two.readyState).toBe(WebSocket.OPEN);
  proxy.cutAll();
  await once(two, 'close');
});

test('a seed always selects the same requests, close to the share and within the filter', async () => {
  const fates = async (seed: number, path: string) => {
    const proxy = await through({ lostRequests: 0.05, lostResponses: 0.05, only: /^\/api/ }, seed);
    const answered: boolean[] = [];
    for (let number = 0; number < 300; number += 1) answered.push(await isAnswered(proxy, path));
    return answered;
  };
  const first = await fates(7, '/api');
  expect(await fates(7, '/api')).toEqual(first);
  expect(await fates(8, '/api')).not.toEqual(first);
  const lost = first.filter(isHeard => !isHeard).length;
  expect(lost).toBeGreaterThan(15);
  expect(lost).toBeLessThan(50);
  expect(await fates(7, '/other')).not.toContain(false);
});

test('an unreachable server ends the connection', async () => {
  const away = await startFaultProxy(1, NONE);
  proxies.push(away);
  expect(await isAnswered(away)).toBe(false);
  const socket = new WebSocket(away.url.replace('http', 'ws'));
  const [error] = await once(socket, 'error');
  expect(error).toBeInstanceOf(Error);
});

test('an unknown network name is an error', () => {
  expect(() => networkOf('latency-4000')).toThrow('There is no network latency-4000; use one of latency-0');
});
