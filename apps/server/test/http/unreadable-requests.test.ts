import { once } from 'node:events';
import { request } from 'node:http';
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
