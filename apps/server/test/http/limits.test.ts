import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { CONNECTION_BUDGETS } from '@onus/contract/limits/connection-budgets';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { signUp, startServer, type TestServer } from '../server.ts';

const KB = 1024;
const DRIPS = ['', 'X-Slow: 1\r\n', ' '];

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  ({ token } = await signUp(server, 'Ana'));
});
afterAll(() => server.close());

async function dial(): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes as they are and answers all that comes back until the connection ends. */
async function raw(...pieces: string[]): Promise<string> {
  const socket = await dial();
  for (const piece of pieces) socket.write(piece);
  return text(socket).catch(() => '(reset)');
}

describe.concurrent('what is too big is refused early', () => {
  test('a header', async () => {
    for (const size of [17, 40, 200]) {
      const answer = await raw(
        `GET /healthz HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(size * KB)}\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 431 [\s\S]*"message":"The headers are larger than 16 KB"/);
    }
    const fits = `Cookie: ${'a'.repeat(15 * KB)}\r\nConnection: close`;
    expect(await raw(`GET /healthz HTTP/1.1\r\nHost: x\r\n${fits}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each(['/tasks', '/trpc/task.create', '/api/users/login'])('a body for %s', async path => {
    const body = JSON.stringify({ title: 'x'.repeat(257 * KB) });
    const refused = await server.send('POST', path, { token, body });
    expect(refused.status).toBe(413);
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    const announced = await raw(`${head}Content-Length: ${300 * KB}\r\n\r\n{`);
    expect(announced).toMatch(/^HTTP\/1\.1 413 /);
    const chunk = `${KB.toString(16)}\r\n${'x'.repeat(KB)}\r\n`;
    const streamed = await raw(`${head}Transfer-Encoding: chunked\r\n\r\n`, ...Array(258).fill(chunk));
    expect(streamed).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each(['/tasks', '/trpc/task.create'])(
    'a body for %s, and who is still sending it can read that',
    async path => {
      const socket = await dial();
      const failures: Error[] = [];
      socket.on('error', error => failures.push(error));
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
      socket.write(`${head}Content-Length: ${900 * KB}\r\n\r\n`);
      for (let sent = 0; sent < 900; sent += 100) {
        socket.write('x'.repeat(100 * KB));
        await wait(20);
      }
      // Read at last, as a proxy does that passes on all before it listens.
      const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(2_000) });
      expect(String(answer)).toMatch(/^HTTP\/1\.1 413 [\s\S]*larger than 256 KB/);
      expect(failures).toEqual([]);
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  test.each(['1.1\r\nConnection: close', '1.0'])(
    'a body of HTTP/%s, and the connection ends once it was sent',
    async version => {
      const socket = await dial();
      const failures: Error[] = [];
      socket.on('error', error => failures.push(error));
      const head = `POST /tasks HTTP/${version}\r\nHost: x\r\nContent-Type: application/json\r\n`;
      socket.write(`${head}Content-Length: ${300 * KB}\r\n\r\n`);
      await wait(20);
      socket.write('x'.repeat(300 * KB));
      const said = text(socket);
      // Earlier than an idle connection ends.
      await once(socket, 'end', { signal: AbortSignal.timeout(5_000) });
      expect(await said).toMatch(/^HTTP\/1\.1 413 [\s\S]*larger than 256 KB/);
      expect(failures).toEqual([]);
    },
  );

  test('a frame of a tRPC socket', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`);
    await once(socket, 'open');
    socket.send('x'.repeat(64 * KB + 1));
    expect((await once(socket, 'close'))[0]).toBe(1009);
  });

  test('a frame of a Socket.IO socket', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    await once(socket, 'open');
    socket.send(`4${'x'.repeat(64 * KB)}`);
    expect((await once(socket, 'close'))[0]).toBe(1009);
  });

  test('a batch, for reads and for writes', async () => {
    const inputs = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_none, at) => [at, {}])));
    const paths = (name: string, count: number) => Array(count).fill(name).join();
    const read = (count: number) =>
      server.send('GET', `/trpc/${paths('task.counts', count)}?batch=1&input=${inputs(count)}`, { token });
    expect((await read(20)).status).toBe(200);
    expect((await read(21)).status).toBe(400);
    const logins = await server.send('POST', `/trpc/${paths('auth.login', 21)}?batch=1`, {
      body: inputs(21),
    });
    expect(logins.status).toBe(400);
  });
});

describe.concurrent('who is slow', () => {
  // Node itself would wait for minutes, which is longer than each of these tests may take.
  test('with headers or a body is closed and delays no one else', async () => {
    const post =
      'POST /tasks HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
    const openings = ['GE', 'GET /healthz HTTP/1.1\r\nHost: x\r\n', post];
    const slow = await Promise.all(Array.from({ length: 60 }, dial));
    const answers = slow.map(async (socket, at) => {
      socket.write(openings[at % 3] ?? '');
      const drip = setInterval(() => socket.write(DRIPS[at % 3] ?? ''), 1_000);
      const answer = await text(socket).catch(() => '');
      clearInterval(drip);
      return answer;
    });
    await wait(1_000);
    expect((await server.send('GET', '/tasks', { token })).status).toBe(200);
    const ends = await Promise.all(answers);
    const statuses = ends.map(answer => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
    expect(new Set(statuses)).toEqual(new Set(['408']));
    expect((await server.send('GET', '/tasks', { token })).status).toBe(200);
  }, 40_000);

  test('with many silent connections is closed too', async () => {
    const silent = await Promise.all(Array.from({ length: 20 }, dial));
    await Promise.all(silent.map(socket => text(socket).catch(() => '')));
  }, 40_000);
});

describe('who is idle', () => {
  const ASK = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

  async function answered(): Promise<Socket> {
    const socket = await dial();
    socket.write(ASK);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
    return socket;
  }

  test('after a response is closed', async () => {
    const idle = await Promise.all(Array.from({ length: 20 }, answered));
    await Promise.all(idle.map(socket => text(socket).catch(() => '')));
  }, 40_000);

  test('for the longest makes room for new connections, and none with a request is closed', async () => {
    const before = server.services.passwords.hash;
    let answer = () => {};
    const held = new Promise<void>(resolve => {
      answer = resolve;
    });
    server.services.passwords.hash = async (...given) => held.then(() => before(...given));
    const waiting = signUp(server, 'Ben');
    const { most } = CONNECTION_BUDGETS.idleConnections;
    const idle: Socket[] = [];
    const closed = new Set<number>();
    for (let number = 0; number < most + 10; number += 1) {
      const socket = await answered();
      socket.once('close', () => closed.add(number));
      socket.resume();
      idle.push(socket);
    }
    await expect.poll(() => closed.size).toBeGreaterThanOrEqual(10);
    expect([...closed].toSorted((a, b) => a - b)).toEqual(Array.from(closed.keys()).map((_none, at) => at));
    const [last] = idle.slice(-1);
    last?.write(ASK);
    if (last) expect(String((await once(last, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
    answer();
    server.services.passwords.hash = before;
    expect((await waiting).id).not.toBe('undefined');
    for (const socket of idle) socket.destroy();
  }, 40_000);
});

describe('who is rude', () => {
  test('and resets what he was refused, or sends rubbish, ends nothing', async () => {
    const upgrade = (path: string, more = '') =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`;
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    const openings = [
      upgrade('/nowhere'),
      upgrade('/trpc', 'Origin: https://elsewhere.example\r\n'),
      upgrade('/trpc'),
      upgrade('/trpc', key),
      upgrade('/socket.io/?EIO=4&transport=websocket', key),
      upgrade('/socket.io/?EIO=9&transport=polling'),
      upgrade('/socket.io/'),
      'GET / HTTP/1.1\r\nHost\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    ];
    for (const opening of openings) {
      for (const pause of [0, 30]) {
        const socket = await dial();
        socket.write(opening);
        await wait(pause);
        socket.resetAndDestroy();
      }
    }
    expect(await raw(upgrade('/nowhere'))).toMatch(/^HTTP\/1\.1 404 /);
    expect(await raw('GET / HTTP/1.1\r\nHost\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*The request is not valid/,
    );
    await wait(100);
    expect((await server.send('GET', '/healthz')).status).toBe(200);
  });
});

test('a Socket.IO client of the library still comes in', async () => {
  const socket = io(server.url, { transports: ['websocket'], auth: { token }, reconnection: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  socket.close();
});
