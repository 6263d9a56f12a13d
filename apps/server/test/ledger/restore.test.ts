import { join } from 'node:path';
import { EPOCH_HEADER, OPERATIONS_HEADER } from '@onus/contract/operation/headers';
import { expect, test, vi } from 'vitest';
import { folder, onus, startProcess } from '../process.ts';
import { operationMade, signUp } from '../server.ts';

// Several processes, each of which takes most of a second to start.
vi.setConfig({ testTimeout: 60_000 });

type Running = Awaited<ReturnType<typeof startProcess>>;

test('a restored copy has a new epoch, and gets back what a browser sends again, each once', async () => {
  const dataDir = folder();
  const file = join(folder(), 'copy.sqlite');
  const first = await startProcess(dataDir);
  const { token } = await signUp(first, 'Ana');
  const operations = ['Milk', 'Tea', 'Rice'].map(name => ({ op: operationMade(), name }));
  const send = async ({ send: request }: Running, { op, name }: (typeof operations)[number]) => {
    const headers = { [OPERATIONS_HEADER]: op };
    const answer = await request('POST', '/trpc/grocery.create', { token, body: { name }, headers });
    expect(answer.status).toBe(200);
    return answer.headers.get(EPOCH_HEADER);
  };
  const [kept, ...later] = operations;
  const epoch = kept && (await send(first, kept));
  expect(await onus(dataDir, ['backup', file])).toMatchObject({ code: 0 });
  for (const one of later) expect(await send(first, one)).toBe(epoch);
  await first.stop('SIGKILL');

  const second = await startProcess(dataDir);
  expect(kept && (await send(second, kept))).toBe(epoch);
  await second.stop();
  expect(await onus(dataDir, ['restore', file])).toMatchObject({ code: 0 });

  const third = await startProcess(dataDir);
  const renewed = new Set<string | null>();
  for (const one of operations) renewed.add(await send(third, one));
  expect(renewed.size).toBe(1);
  expect(renewed).not.toContain(epoch);
  const list = await third.send('GET', '/groceries', { token });
  expect(list.body.map(({ name }: { name: string }) => name)).toEqual(['Milk', 'Tea', 'Rice']);
});

/** A thread that the backup does not have, and its message. */
async function lastMessage({ send }: Running, token: string, users: string[]) {
  const start = await send('POST', '/trpc/chat.start', { token, body: { users, message: 'Lost' } });
  const input = encodeURIComponent(JSON.stringify({ conversationId: start.body.result.data[0].id }));
  const { body } = await send('GET', `/trpc/chat.messages?input=${input}`, { token });
  return body.result.data.items[0];
}

test('a message after a restore comes after those that the backup does not have, also the second time', async () => {
  const dataDir = folder();
  const file = join(folder(), 'copy.sqlite');
  const first = await startProcess(dataDir);
  const ana = { name: 'Ana', email: 'ana@example.com', password: 'Ana-secret', roles: ['Manager'] };
  const { body: boss } = await first.send('POST', '/api/users/', { body: ana });
  const token = boss.accessToken;
  const ben = { name: 'Ben', email: 'ben@example.com', password: 'Member1!' };
  const { body: made } = await first.send('POST', '/users', { token, body: ben });
  expect(await onus(dataDir, ['backup', file])).toMatchObject({ code: 0 });
  const sequences: number[] = [];
  let running = first;
  for (const _restore of [1, 2]) {
    const lost = await lastMessage(running, token, [made.user.id]);
    expect(lost.message).toBe('Lost');
    sequences.push(lost.sequence);
    await running.stop();
    expect(await onus(dataDir, ['restore', file])).toMatchObject({ code: 0 });
    running = await startProcess(dataDir);
  }
  sequences.push((await lastMessage(running, token, [made.user.id])).sequence);
  const [before = 0, once = 0, twice = 0] = sequences;
  expect(once).toBeGreaterThan(before);
  expect(twice).toBeGreaterThan(once);
});
