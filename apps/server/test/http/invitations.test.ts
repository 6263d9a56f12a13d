import type { AppRouter } from '@onus/api/root';
import { INVITATION_INVALID } from '@onus/contract/auth/invite';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { expect, onTestFinished, test } from 'vitest';
import { operationMade, place, signUp, startServer } from '../server.ts';

const BEN = { name: 'Ben', email: 'ben@example.com', password: 'Ben-secret' };
const refusal = { message: INVITATION_INVALID, code: 'BAD_REQUEST' };

/** Ana is the head of a household. */
async function started(settings: Record<string, string> = {}) {
  const server = await startServer({ PUBLIC_URL: 'https://home.example', ...settings });
  onTestFinished(() => server.close());
  const services = server.services;
  // Only Ana registers. The setting holds from then on.
  const { registration } = services;
  services.registration = 'open';
  const { id, token } = await signUp(server, 'Ana');
  services.registration = registration;
  place(server, id, 'Manager');
  async function invite(uses = 1): Promise<string> {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const { body } = await server.send('POST', '/invitations', {
      token,
      headers,
      body: { role: 'Employee', uses },
    });
    expect(body.url).toMatch(/^https:\/\/home\.example\/join\?token=[\w-]{43}$/);
    return new URL(body.url).searchParams.get('token') ?? '';
  }
  return { server, head: { id, token }, invite };
}

/** Over a socket, which cannot set a cookie. */
async function overSocket(url: string, input: { token: string } & typeof BEN): Promise<string> {
  const socket = createWSClient({ url: `${url.replace('http', 'ws')}/trpc` });
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
  try {
    await client.invite.redeem.mutate(input);
    return 'joined';
  } catch (error) {
    return String((error as Error).message);
  } finally {
    socket.close();
  }
}

test.each(['open', 'invite', 'closed'])(
  'with registration %s an invitation signs in at REST and tRPC, and the cookie refreshes',
  async registration => {
    const { server, head, invite } = await started({ REGISTRATION: registration });
    const token = await invite(2);
    const rest = await server.send('POST', '/invitations/redeem', { body: { token, ...BEN } });
    expect([rest.status, rest.body.roles, rest.body.name]).toEqual([201, ['Employee'], 'Ben']);
    expect(rest.headers.getSetCookie()[0]).toMatch(/HttpOnly; Secure; SameSite=Strict$/);
    expect((await server.send('GET', '/auth/refresh', { cookie: rest.cookie })).status).toBe(200);
    const input = { token, ...BEN, email: 'cleo@example.com' };
    const trpc = await server.send('POST', '/trpc/invite.redeem', { body: input });
    expect((await server.send('GET', '/auth/refresh', { cookie: trpc.cookie })).status).toBe(200);
    const members = await server.send('GET', '/users', { token: head.token });
    expect(members.body.map((one: { manager: string }) => one.manager)).toEqual([head.id, head.id]);
  },
);

test('a socket leaves the invitation as it is, because it cannot set the cookie', async () => {
  const { server, invite } = await started();
  const token = await invite();
  expect(await overSocket(server.url, { token, ...BEN })).toContain('Sign in over HTTP');
  const { status } = await server.send('POST', '/api/invitations/redeem', { body: { token, ...BEN } });
  expect(status).toBe(201);
});

test('used, revoked, expired and forged tokens get one response, at every entry point over HTTP', async () => {
  const { server, head, invite } = await started({ TRUST_PROXY: 'loopback' });
  const { $client } = server.services.db;
  const [used, expired, revoked] = [await invite(), await invite(), await invite()];
  await server.send('POST', '/invitations/redeem', { body: { token: used, ...BEN } });
  const [last, before] = (await server.send('GET', '/invitations', { token: head.token })).body;
  await server.send('DELETE', '/invitations', { token: head.token, body: { id: last.id } });
  $client.prepare('update invitation set expires_at = 1 where id = ?').run(before.id);
  const late = { ...BEN, email: 'late@example.com' };
  const responses = [];
  for (const token of [used, expired, revoked, 'forged', '', 'x'.repeat(200)]) {
    const rest = await server.send('POST', '/invitations/redeem', { body: { token, ...late } });
    const trpc = await server.send('POST', '/trpc/invite.redeem', { body: { token, ...late } });
    const look = await server.send(
      'GET',
      `/trpc/invite.look?input=${encodeURIComponent(JSON.stringify({ token }))}`,
    );
    responses.push([rest.status, rest.body, rest.headers.getSetCookie()]);
    responses.push(
      ...[trpc, look].map(({ status, body, headers }) => [
        status,
        { message: body.error.message, code: body.error.data.reason },
        headers.getSetCookie(),
      ]),
    );
  }
  expect(responses).toEqual(responses.map(() => [400, refusal, []]));
});

test('an Idempotency-Key makes one invitation, whose link is told once and kept nowhere', async () => {
  const { server, head } = await started();
  const headers = { 'idempotency-key': operationMade() };
  const send = () =>
    server.send('POST', '/invitations', { token: head.token, headers, body: { role: 'Employee' } });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status, second.body.code]).toEqual([201, 409, 'ANSWER_GONE']);
  const { $client } = server.services.db;
  expect($client.prepare('select count(*) from invitation').pluck().get()).toBe(1);
  expect($client.prepare('select answer from applied_op').pluck().all()).toEqual([null]);
});

test('a first password signs in with a cookie; the page of the link names its account to its holder only', async () => {
  const { server, head } = await started();
  const member = { username: 'Dan', email: 'dan@example.com', password: 'secret' };
  const made = await server.send('POST', '/users', { token: head.token, body: member });
  const { id } = made.body.user;
  const link = await server.send('POST', '/trpc/member.link', { token: head.token, body: { id } });
  const token = new URL(link.body.result.data.url).searchParams.get('token') ?? '';
  const look = (of: string) =>
    server.send('GET', `/trpc/auth.lookAtLink?input=${encodeURIComponent(JSON.stringify({ token: of }))}`);
  expect((await look(token)).body.result.data).toEqual({
    kind: 'activation',
    username: 'Dan',
    email: member.email,
  });
  expect(JSON.stringify((await look(`${token}x`)).body)).not.toContain('dan');
  const set = await server.send('POST', '/member/activate', { body: { token, password: 'fresh' } });
  expect([set.status, Object.keys(set.body)]).toEqual([200, ['message', 'accessToken']]);
  expect((await server.send('GET', '/tasks', { token: set.body.accessToken })).status).toBe(200);
  expect((await server.send('GET', '/auth/refresh', { cookie: set.cookie })).status).toBe(200);
  expect((await look(token)).status).toBe(400);
});
