import type { AppRouter } from '@onus/api/root';
import { EVENT_HEADER } from '@onus/contract/operation/headers';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const BINS = { title: 'Bins', dueDate: '2026-01-01' };

function eventOf({ headers }: Answer): string {
  return headers.get(EVENT_HEADER) ?? '';
}

/** The topics that have changed since an event, as a socket says it first. */
async function changedSince(token: string, lastEventId: string): Promise<string[]> {
  const socket = createWSClient({
    url: `${server.url.replace('http', 'ws')}/trpc`,
    connectionParams: { token },
  });
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
  const first = Promise.withResolvers<string[]>();
  client.live.onChangeSince.subscribe(
    { lastEventId },
    { onData: ({ data: topics }) => first.resolve(topics), onError: first.reject },
  );
  const topics = await first.promise;
  await socket.close();
  return topics;
}

test('with a session comes the id of the last change, from which the change events go on', async () => {
  const { cookie, token } = await signUp(server, 'Ana');
  await server.send('POST', '/tasks', { token, body: BINS });
  const overRest = await server.send('GET', '/auth/refresh', { cookie });
  const overTrpc = await server.send('POST', '/trpc/auth.refresh', { cookie: overRest.cookie, body: {} });
  for (const answer of [overRest, overTrpc]) expect(await changedSince(token, eventOf(answer))).toEqual([]);
  await server.send('POST', '/tasks', { token, body: BINS });
  for (const answer of [overRest, overTrpc])
    expect(await changedSince(token, eventOf(answer))).toEqual(['task']);
});

test('strangers do not hear how much is changed', async () => {
  const { token } = await signUp(server, 'Ben');
  const body = { email: 'ben@example.com', password: 'wrong' };
  const answers = [
    await server.send('POST', '/auth', { body }),
    await server.send('GET', '/auth/refresh'),
    await server.send('POST', '/trpc/auth.login', { body }),
    await server.send('GET', '/tasks', { token }),
  ];
  expect(answers.map(eventOf)).toEqual(['', '', '', '']);
});
