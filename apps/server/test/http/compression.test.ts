import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp, startServer, type TestServer } from '../server.ts';

/** Fills more than two pages of a whole list, and more than the buffers between server and client. */
const LONG_TEXTS = 2_000;
const ACCEPTED = 'gzip, deflate, br, zstd';

let server: TestServer;
let ana: { token: string; id: string };
let ben: { token: string; id: string };
beforeAll(async () => {
  server = await startServer();
  [ana, ben] = [await signUp(server, 'Ana'), await signUp(server, 'Ben')];
  for (let at = 0; at < 30; at++) addTask(ana.id, `Water the plants, row ${at}`, '');
  for (let at = 0; at < LONG_TEXTS; at++) {
    addTask(ben.id, `Task ${at} “é”`, randomBytes(6_000).toString('base64'));
  }
});
afterAll(() => server.close());

function addTask(creator: string, title: string, text: string): void {
  const sql = `insert into task (id, creator_id, title, text, due_date, completed, created_at, updated_at)
    values (hex(randomblob(8)), ?, ?, ?, '2026-03-01T09:00:00.000Z', 0, 0, 0)`;
  server.services.db.$client.prepare(sql).run(creator, title, text);
}

async function get(path: string, token: string, encoding?: string, method = 'GET'): Promise<IncomingMessage> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
  };
  const sent = request(server.url + path, { method, headers, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

const trpcList = `/trpc/task.list?input=${encodeURIComponent(JSON.stringify({ view: 'all' }))}`;

describe.each([
  ['REST', '/tasks'],
  ['tRPC', trpcList],
])('a list over %s', (_name, path) => {
  test('is compressed for a client that accepts it', async () => {
    const plain = await buffer(await get(path, ana.token));
    const response = await get(path, ana.token, ACCEPTED);
    const compressed = await buffer(response);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': expect.anything(),
    });
    expect(response.headers.vary).toMatch(/Accept-Encoding/);
    expect(gunzipSync(compressed)).toEqual(plain);
    expect(plain.length).toBeGreaterThan(5_000);
    // The ids are random: of each row at least their 8 bytes are left.
    expect(compressed.length).toBeLessThan(plain.length / 5);
  });

  test.each([[undefined], ['identity'], ['gzip;q=0'], ['br']])('is as it is for %s', async encoding => {
    const response = await get(path, ana.token, encoding);
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.headers.vary).toMatch(/Accept-Encoding/);
    expect(JSON.parse((await buffer(response)).toString())).toBeTruthy();
  });

  test('leaves a refusal as it is', async () => {
    const response = await get(path, 'rubbish', ACCEPTED);
    expect(response.statusCode).toBeGreaterThanOrEqual(401);
    expect(response.headers['content-encoding']).toBeUndefined();
    expect((await buffer(response)).toString()).toContain('TOKEN_INVALID');
  });
});

test('HEAD names the length that GET has', async () => {
  const headers = async (method: string) => (await get('/tasks', ana.token, ACCEPTED, method)).headers;
  expect((await headers('HEAD'))['content-length']).toBe((await headers('GET'))['content-length']);
});

test('a whole list in pieces is compressed, and complete', async () => {
  const plain = await buffer(await get('/tasks', ben.token));
  const response = await get('/tasks', ben.token, ACCEPTED);
  expect(response.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(await buffer(response)).equals(plain)).toBe(true);
});

test('a list that fails in the middle ends the connection', async () => {
  const response = await get('/tasks', ben.token, ACCEPTED);
  await once(response, 'readable');
  server.services.db.$client.prepare('delete from session where user_id = ?').run(ben.id);
  await expect(buffer(response)).rejects.toThrow('aborted');
});
