import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const PART = '--x\r\nContent-Disposition: form-data; name="ids"\r\n\r\n[]\r\n--x--\r\n';

test.each([
  ['multipart/form-data; boundary=x', PART],
  ['Multipart/Form-Data; boundary=x', PART],
  ['multipart/mixed; boundary=x', PART],
  ['application/x-www-form-urlencoded', 'ids='],
  ['application/octet-stream', '{}'],
])('a body of %s is refused at tRPC and clears no cart', async (type, body) => {
  const { token } = await signUp(server, `Ana-${randomUUID()}`);
  const milk = await server.send('POST', '/groceries', { token, body: { name: 'Milk' } });
  await server.send('PATCH', '/groceries', { token, body: { id: milk.body.id, purchased: true } });
  const answer = await server.send('POST', '/trpc/grocery.clearCart', {
    token,
    body,
    headers: { 'content-type': type },
  });
  expect([answer.status, answer.body]).toEqual([
    415,
    { message: 'The body must be JSON', code: 'BAD_REQUEST' },
  ]);
  const { body: left } = await server.send('GET', '/groceries', { token });
  expect(left.map((item: { name: string }) => item.name)).toEqual(['Milk']);
});
