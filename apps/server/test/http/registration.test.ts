import { createTRPCUntypedClient, createWSClient, wsLink } from '@trpc/client';
import { expect, onTestFinished, test } from 'vitest';
import { signUp, startServer } from '../server.ts';

const MARK = '<meta name="registration" content="closed" />';
const ana = { name: 'Ana', email: 'ana@example.com', password: 'x', roles: 'User' };
const refusal = { message: 'Registration is closed', code: 'FORBIDDEN' };

async function started(registration: string) {
  const server = await startServer({ REGISTRATION: registration });
  onTestFinished(() => server.close());
  const page = async () => (await server.send('GET', '/login', { headers: { accept: 'text/html' } })).body;
  return { server, page };
}

test.each([
  ['a valid body', ana],
  ['an empty body', {}],
])('closed registration is refused at every entry point, with %s', async (_name, body) => {
  const { server, page } = await started('closed');
  const rest = await server.send('POST', '/api/users/', { body });
  expect([rest.status, rest.body]).toEqual([403, refusal]);
  const http = await server.send('POST', '/trpc/auth.register', { body });
  expect([http.status, http.body.error.message]).toEqual([403, refusal.message]);
  const batch = await server.send('POST', '/trpc/auth.register,auth.register?batch=1', {
    body: { 0: body, 1: body },
  });
  const inBatch = { error: { message: refusal.message, data: { httpStatus: 403, reason: 'FORBIDDEN' } } };
  expect([batch.status, batch.body]).toMatchObject([403, [inBatch, inBatch]]);
  const socket = createWSClient({ url: `${server.url.replace('http', 'ws')}/trpc` });
  const client = createTRPCUntypedClient({ links: [wsLink({ client: socket })] });
  await expect(client.mutation('auth.register', body)).rejects.toMatchObject({
    message: refusal.message,
    data: { httpStatus: 403, reason: 'FORBIDDEN' },
  });
  await socket.close();
  expect(await page()).toContain(MARK);
});

test('by invitation, one of two parallel first registrations succeeds', async () => {
  const { server } = await started('invite');
  const register = (name: string) =>
    server.send('POST', '/api/users/', { body: { ...ana, name, email: `${name}@example.com` } });
  const answers = await Promise.all([register('first'), register('second')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
  expect(answers.find(({ status }) => status === 403)?.body).toEqual(refusal);
});

test('by invitation, the page offers registration until there is an account', async () => {
  const { server, page } = await started('invite');
  expect(await page()).not.toContain(MARK);
  await signUp(server, 'Boss');
  expect(await page()).toContain(MARK);
  expect((await server.send('POST', '/api/users/', { body: ana })).status).toBe(403);
});

test('open registration leaves the page as the build made it', async () => {
  const { server, page } = await started('open');
  await signUp(server, 'Boss');
  expect(await page()).not.toContain(MARK);
});
