import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createPushKey } from '@onus/api/core/push/push-keys';
import { testDb } from '@onus/db/testing';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createApp } from '../../src/app.ts';
import { readEnv } from '../../src/env.ts';
import { createServices } from '../../src/services.ts';
import { builtWebApp, signUp, startServer, type TestServer } from '../server.ts';

const TOKEN = 'a-token-of-twenty-two';

async function serverWith(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer(settings);
  onTestFinished(() => server.close());
  return server;
}

/** As node:http sends it: fetch would not let a test say another Host. */
async function scrape(server: TestServer, headers: Record<string, string> = {}) {
  const sent = request(`${server.url}/metrics`, { headers });
  sent.end();
  const [answer] = await once(sent, 'response');
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type']),
    text: await text(answer),
  };
}

/** The lines of one metric, without its buckets. */
function linesOf(metrics: string, name: string): string[] {
  return metrics.split('\n').filter(line => line.startsWith(name) && !line.includes('_bucket'));
}

function figureOf(metrics: string, name: string): number {
  return Number(linesOf(metrics, name)[0]?.split(' ').at(-1));
}

test('the lag of the event loop counts from when the server listens', async () => {
  const env = readEnv({ LOG_LEVEL: 'silent' });
  const app = await createApp(
    createServices(testDb(), { key: randomBytes(32), pushKey: createPushKey() }, env),
    env,
    builtWebApp(),
  );
  onTestFinished(() => app.close());
  // The loop stands still for so many milliseconds, and the processor is free for others.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  // A timer takes the samples, every ten milliseconds.
  let lag = 0;
  while (!(lag > 0)) {
    await wait(10);
    lag = figureOf(await (await fetch(`${url}/metrics`)).text(), 'nodejs_eventloop_lag_max_seconds');
  }
  expect(lag).toBeLessThan(4);
});

test('what happens in the server is counted, under names of our own only', async () => {
  const server = await serverWith();
  const { token } = await signUp(server, 'Ana');
  const task = await server.send('POST', '/tasks', { token, body: { title: 'Bins', dueDate: '2026-01-01' } });
  await server.send('GET', `/member/${task.body.user}/tasks`, { token });
  await server.send('GET', '/trpc/task.counts', { token });
  await server.send('GET', '/trpc/task.counts,task.counts?batch=1', { token });
  await server.send('GET', '/trpc/no.such', { token });
  await server.send('GET', '/trpc/constructor', { token });
  for (let turn = 0; turn < 30; turn++) await server.send('GET', `/rubbish/${turn}?token=secret-${turn}`);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`);
  await once(socket, 'open');
  const { status, type, text: metrics } = await scrape(server);
  socket.terminate();

  expect([status, type]).toEqual([200, expect.stringContaining('text/plain')]);
  const counted = linesOf(metrics, 'onus_http_request_duration_seconds_count');
  const said = (entryPoint: string, method: string, route: string, outcome: string, count: number) =>
    `onus_http_request_duration_seconds_count{entry_point="${entryPoint}",method="${method}",route="${route}",status="${outcome}"} ${count}`;
  expect(counted).toEqual(
    expect.arrayContaining([
      said('rest', 'POST', '/tasks', '2xx', 1),
      said('trpc', 'GET', 'task.counts', '2xx', 1),
      said('trpc', 'GET', 'batch', '2xx', 1),
      said('trpc', 'GET', 'unknown', '4xx', 2),
      said('none', 'GET', 'none', '4xx', 30),
    ]),
  );
  for (const secret of ['rubbish', 'secret', 'no.such', task.body.user, task.body.id, token])
    expect(metrics).not.toContain(secret);
  expect(metrics).toContain('onus_open_sockets{kind="trpc"} 1');
  expect(metrics).toContain('onus_open_sockets{kind="socket.io"} 0');
  expect(figureOf(metrics, 'onus_sessions ')).toBe(1);
  expect(figureOf(metrics, 'onus_database_rows_written_total ')).toBeGreaterThan(2);
  expect(figureOf(metrics, 'onus_last_backup_age_seconds ')).toBeNaN();
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'onus_disk_free_bytes',
  ])
    expect(figureOf(metrics, `${name} `)).toBeGreaterThan(0);
});

test('the use of the thread is known after the first minute', async () => {
  const server = await serverWith();
  const { text: before } = await scrape(server);
  server.services.threadMeter.sample();
  const { text: after } = await scrape(server);
  for (const name of ['onus_thread_use_ratio ', 'onus_thread_use_highest_ratio ']) {
    expect(figureOf(before, name)).toBeNaN();
    expect(figureOf(after, name)).toBeGreaterThan(0);
    expect(figureOf(after, name)).toBeLessThanOrEqual(1);
  }
});

test('a proxy on this machine is not this machine, whatever it says of itself', async () => {
  const server = await serverWith({ TRUST_PROXY: 'loopback' });
  expect((await scrape(server)).status).toBe(200);
  const elsewhere: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { 'x-forwarded-proto': 'https' },
    { via: '1.1 proxy' },
    { host: 'onus.example' },
    { host: 'localhost.attacker.example' },
    { host: '127.0.0.1.attacker.example:3000' },
  ];
  for (const headers of elsewhere) {
    const { status, text: body } = await scrape(server, headers);
    expect([headers, status, JSON.parse(body)]).toEqual([
      headers,
      404,
      { message: 'Not found', code: 'NOT_FOUND' },
    ]);
  }
  // Behind https there is a proxy, and one that is not named may add nothing.
  const hidden = await serverWith({ PUBLIC_URL: 'https://onus.example' });
  expect((await scrape(hidden)).status).toBe(404);
  const named = await serverWith({ PUBLIC_URL: 'https://onus.example', TRUST_PROXY: '127.0.0.1' });
  expect((await scrape(named)).status).toBe(200);
});

test('the token gives access from anywhere', async () => {
  const server = await serverWith({ METRICS_TOKEN: TOKEN, PUBLIC_URL: 'https://onus.example' });
  const from = { 'x-forwarded-for': '203.0.113.9', host: 'onus.example' };
  expect((await scrape(server, { ...from, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  for (const authorization of [
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    TOKEN,
    'Bearer ',
    'Bearer undefined',
  ])
    expect((await scrape(server, { ...from, authorization })).status).toBe(404);
  const without = await serverWith();
  for (const authorization of ['Bearer undefined', 'Bearer ', ''])
    expect((await scrape(without, { ...from, authorization })).status).toBe(404);
});
