import { expect, onTestFinished, test } from 'vitest';
import { signUp, startServer } from '../server.ts';

test('a POST to the link in an email stops its kind without a login, a GET does not', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const { id: userId, token } = await signUp(server, 'Ana');
  const settings = async () =>
    (await server.send('GET', '/trpc/notify.settings', { token })).body.result.data;
  await server.send('POST', '/trpc/notify.update', { token, body: { kinds: { due: ['mail', 'push'] } } });
  const path = server.services.stopLinks.pathFor({ userId, kind: 'due' });

  const page = await fetch(server.url + path, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<button>Stop these emails</button>');
  expect((await settings()).kinds.due).toEqual(['push', 'mail']);

  for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), new FormData()]) {
    const stopped = await fetch(server.url + path, { method: 'POST', body, redirect: 'manual' });
    expect(stopped.status).toBe(200);
  }
  expect((await settings()).kinds.due).toEqual(['push']);
});

test('a forged link stops nothing', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const path = server.services.stopLinks.pathFor({ userId: 'someone', kind: 'due' });
  for (const forged of [path.replace('due', 'message'), `${path}x`, '/notifications/stop']) {
    for (const method of ['GET', 'POST']) {
      expect((await fetch(server.url + forged, { method })).status).toBe(400);
    }
  }
});
