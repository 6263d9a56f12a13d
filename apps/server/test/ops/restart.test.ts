import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { AppRouter } from '@onus/api/root';
import { TOPICS } from '@onus/contract/live/topic';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folder, onus, startProcess } from '../process.ts';

vi.setConfig({ testTimeout: 60_000 });

type Running = Awaited<ReturnType<typeof startProcess>>;

const BINS = { title: 'Bins', dueDate: '2026-01-01' };

/** The first event of a browser that comes back: what it has missed, and the id by which it resumes. */
async function comeBack({ url }: Running, token: string, lastEventId?: string) {
  const socket = createWSClient({ url: `${url.replace('http', 'ws')}/trpc`, connectionParams: { token } });
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
  const first = Promise.withResolvers<{ id: string; topics: string[] }>();
  client.live.onChangeSince.subscribe(
    { lastEventId },
    { onData: ({ id, data: topics }) => first.resolve({ id, topics }), onError: first.reject },
  );
  const heard = await first.promise;
  await socket.close();
  return heard;
}

/** A person with a task, and the id of a browser that has heard of it. */
async function withOneTask(running: Running) {
  const body = { name: 'Ana', email: 'ana@example.com', password: 'Ana-secret', roles: ['User'] };
  const { accessToken: token } = (await running.send('POST', '/api/users/', { body })).body;
  expect((await running.send('POST', '/tasks', { token, body: BINS })).status).toBe(201);
  const { id } = await comeBack(running, token);
  return { token, id };
}

test('after a restart a browser loads only if something has changed for it', async () => {
  const dataDir = folder();
  const first = await startProcess(dataDir);
  const { token, id } = await withOneTask(first);
  expect(await first.stop()).toEqual([0, null]);
  const second = await startProcess(dataDir);
  const back = await comeBack(second, token, id);
  expect(back.topics).toEqual([]);

  await second.send('POST', '/tasks', { token, body: BINS });
  await second.stop();
  const third = await startProcess(dataDir);
  expect((await comeBack(third, token, back.id)).topics).toEqual(['task']);
  expect((await comeBack(third, token, id)).topics).toEqual([...TOPICS]);
});

test.each<[string, (dataDir: string, token: string) => Promise<Record<string, string>>]>([
  [
    'a command has written',
    async dataDir => {
      const args = ['admin', 'create', '--email', 'boss@example.com', '--username', 'Boss'];
      expect(await onus(dataDir, args, 'Boss-secret\n')).toMatchObject({ code: 0 });
      return {};
    },
  ],
  [
    'the next server was killed after a change',
    async (dataDir, token) => {
      const next = await startProcess(dataDir);
      expect((await next.send('POST', '/tasks', { token, body: BINS })).status).toBe(201);
      await next.stop('SIGKILL');
      return {};
    },
  ],
  ['the settings are others', async () => ({ MESSAGES_PAGE_SIZE: '10' })],
  [
    'what the server has kept is cut off',
    async dataDir => {
      const file = join(dataDir, 'onus.sqlite-changes');
      writeFileSync(file, readFileSync(file, 'utf8').slice(0, -9));
      return {};
    },
  ],
])('a browser loads everything if %s', async (_why, change) => {
  const dataDir = folder();
  const first = await startProcess(dataDir);
  const { token, id } = await withOneTask(first);
  await first.stop();
  const second = await startProcess(dataDir, await change(dataDir, token));
  expect((await comeBack(second, token, id)).topics).toEqual([...TOPICS]);
});

test('a browser loads everything if a call was still running at the end', async () => {
  const dataDir = folder();
  const boss = { email: 'boss@example.com', password: 'Boss-secret' };
  await onus(dataDir, ['admin', 'create', '--email', boss.email, '--username', 'Boss'], `${boss.password}\n`);
  // It takes the connection of a mail server, and says nothing.
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const settings = { SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` };
  const first = await startProcess(dataDir, settings);
  const { token, id } = await withOneTask(first);
  const { accessToken } = (await first.send('POST', '/auth', { body: boss })).body;
  const asked = { token: String(accessToken), body: {} };
  // The server ends before it answers.
  first.send('POST', '/trpc/admin.testMail', asked).catch(() => {});
  await once(silent, 'connection');
  expect(await first.stop()).toEqual([0, null]);
  const second = await startProcess(dataDir, settings);
  expect((await comeBack(second, token, id)).topics).toEqual([...TOPICS]);
});
