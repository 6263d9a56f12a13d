import { openMailbox } from '@onus/api/testing';
import { BUDGETS } from '@onus/contract/limits/budgets';
import { expect, onTestFinished, test } from 'vitest';
import { place, signUp, startServer, type TestServer } from '../server.ts';

async function manager(server: TestServer, name: string): Promise<string> {
  const { token, id } = await signUp(server, name);
  place(server, id, 'Manager');
  return token;
}

async function started(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer(settings);
  onTestFinished(() => server.close());
  return server;
}

test('POST /users has one person mail only so many strangers', async () => {
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  const server = await started({ SMTP_URL: mailbox.url });
  const token = await manager(server, 'Boss');
  const add = (path: string, n: number) =>
    server.send('POST', path, {
      token,
      body: { username: 'New', email: `stranger-${n}@example.com`, password: 'abcd' },
    });
  for (let n = 0; n < BUDGETS.emailsOfPerson.most; n++)
    expect((await add(n % 2 === 0 ? '/users' : '/manager/users', n)).status).toBe(201);
  for (const path of ['/users', '/manager/users', '/api/manager/users']) {
    const refused = await add(path, 100);
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(refused.body.message).toContain('At most 30 emails sent by one person in an hour');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  }
  const members = await server.send('GET', '/users', { token });
  expect(members.body).toHaveLength(BUDGETS.emailsOfPerson.most);
});

test.each([
  [
    'POST /users',
    (email: string) => ['POST', '/users', { username: 'New', email, password: 'abcd' }, 201] as const,
  ],
  ['PATCH /users', (email: string) => ['PATCH', '/users', { email }, 200] as const],
])('%s tells of a few emails only whether they have an account', async (_name, callOf) => {
  const server = await started();
  const token = await manager(server, 'Boss');
  const { body: me } = await server.send('GET', '/trpc/auth.me', { token });
  await signUp(server, 'Ana');
  const ask = (email: string) => {
    const [method, path, body, accepted] = callOf(email);
    const named = method === 'PATCH' ? { id: me.result.data.id, ...body } : body;
    return { accepted, answer: server.send(method, path, { token, body: named }) };
  };
  const free = ask('free@example.com');
  expect((await free.answer).status).toBe(free.accepted);
  for (let n = 0; n < BUDGETS.takenEmailsOfPerson.most; n++)
    expect((await ask('ana@example.com').answer).status).toBe(409);
  for (const email of ['ana@example.com', 'free-too@example.com']) {
    const refused = await ask(email).answer;
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  }
});
