import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { folder, launch, startProcess } from '../process.ts';
import { signUp } from '../server.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Code that runs in the process of the server, a second after its signal SIGUSR2 came. */
function inServer(code: string): Record<string, string> {
  const file = join(folder(), 'stray.mjs');
  writeFileSync(file, `process.once('SIGUSR2', () => setImmediate(() => { ${code} }));`);
  return { NODE_OPTIONS: `--import=${file}` };
}

const ERROR = `Object.assign(new Error('stray'), { request: { token: 'a-secret' } })`;

test('an unhandled rejection is logged, and the server continues', async () => {
  const running = await startProcess(folder(), inServer(`Promise.reject(${ERROR});`));
  running.server.kill('SIGUSR2');
  const line = await running.says(/\{.*"msg":"unhandled promise rejection".*\}/);
  expect(JSON.parse(line)).toMatchObject({ level: 50, err: { type: 'Error', message: 'stray' } });
  expect(line).not.toContain('a-secret');
  await signUp(running, 'Ana');
  expect(await running.stop()).toEqual([0, null]);
});

test('an uncaught exception is the last log line and stops the server', async () => {
  const running = await startProcess(folder(), inServer(`throw ${ERROR};`));
  running.server.kill('SIGUSR2');
  expect(await running.exited).toEqual([1, null]);
  const last = running.said.out.trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({ level: 60, err: { message: 'stray' } });
  expect(running.said.out + running.said.err).not.toContain('a-secret');
});

test('the server continues when the reader of its log disconnects', async () => {
  const running = await startProcess(folder(), { LOG_LEVEL: 'debug' });
  running.server.stdout.destroy();
  for (let turn = 0; turn < 3; turn++) expect((await running.send('GET', '/healthz')).status).toBe(200);
  const ana = await signUp(running, 'Ana');
  expect((await running.send('GET', '/tasks', { token: ana.token })).status).toBe(200);
  expect(await running.stop()).toEqual([0, null]);
  expect(running.said.err).toBe('onus: standard output is closed; the log is lost until the next start\n');
});

test('the server starts and stops when no one reads its output', async () => {
  const dataDir = folder();
  const { server, said, exited } = launch({ DATA_DIR: dataDir, LOG_LEVEL: 'debug' });
  server.stderr.destroy();
  while (!said.out.includes('Onus is ready')) await once(server.stdout, 'data');
  server.stdout.destroy();
  server.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
