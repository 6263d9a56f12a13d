import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test.each([
  ['TRACE', 'localhost'],
  ['GET', ':::'],
  ['GET', 'a b'],
  ['GET', 'here@elsewhere'],
])('%s with the host "%s" is refused at tRPC, and is no fault of the server', async (method, host) => {
  const sent = request(`${server.url}/trpc/auth.me`, { method, headers: { host } });
  sent.end();
  const [response] = await once(sent, 'response');
  response.resume();
  expect(response.statusCode).toBe(400);
});

test.each([
  ['GET /tasks HTTP/1.1', 400, 'The Host header is missing'],
  ['GET /trpc/auth.me HTTP/1.1', 400, 'The Host header is missing'],
  ['GET / HTTP/1.1\r\nAccept: text/html', 400, 'The Host header is missing'],
  ['OPTIONS /tasks HTTP/1.1', 400, 'The Host header is missing'],
  ['GET /tasks HTTP/1.1\r\nHost: x\r\nExpect: 200-ok', 417, 'The only possible Expect is 100-continue'],
])('%s is refused with a body and closes nothing before it', async (head, status, message) => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  const [, first, second] = (await text(socket)).split('HTTP/1.1 ');
  expect(first).toMatch(/^200 /);
  expect(second).toMatch(new RegExp(`^${status} `));
  expect(second).toMatch(/^content-type: application\/json; charset=utf-8/m);
  expect(second).toMatch(/^x-content-type-options: nosniff/m);
  expect(second?.split('\r\n\r\n')[1]).toBe(JSON.stringify({ message, code: 'BAD_REQUEST' }));
});

test('a request of HTTP/1.0 needs no Host', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('GET /healthz HTTP/1.0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});
