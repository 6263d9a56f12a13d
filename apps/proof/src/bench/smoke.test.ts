import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { BENCHES } from './benches.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** Milliseconds. The run starts a dozen servers, and the machine may be busy. */
const PATIENCE = 300_000;

test(
  'every row has a figure, and both sides give the same responses',
  async () => {
    const run = spawn(process.execPath, [MAIN, '--smoke'], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void run.kill('SIGTERM'));
    const [written] = await Promise.all([text(run.stdout), once(run, 'exit')]);
    expect(written).not.toContain('could not be measured');
    expect(run.exitCode).toBe(0);
    const lines = written.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| --'));
    expect(lines.length).toBeGreaterThan(BENCHES.length + 10);
  },
  PATIENCE,
);

test(
  'an interrupted run ends every process that it started',
  async () => {
    const run = spawn(process.execPath, [MAIN, '--smoke', '--only', 'rest'], { stdio: 'ignore' });
    const servers = await childrenOf(run.pid ?? 0, 2);
    run.kill('SIGINT');
    await once(run, 'exit');
    expect(run.exitCode).toBe(130);
    const left = () => servers.filter(pid => existsSync(`/proc/${pid}`));
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  },
  PATIENCE,
);

test('an unknown bench name is reported with the known ones', async () => {
  const run = spawn(process.execPath, [MAIN, '--only', 'nothing'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [written] = await Promise.all([text(run.stderr), once(run, 'exit')]);
  const said = 'unknown bench: nothing. Use one of: rest,';
  expect([run.exitCode, written]).toEqual([1, expect.stringContaining(said)]);
});

/** Resolves with its processes as soon as it has started this many. */
async function childrenOf(pid: number, count: number): Promise<string[]> {
  let children: string[] = [];
  await expect
    .poll(
      () => {
        children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
          .trim()
          .split(' ')
          .filter(Boolean);
        return children.length;
      },
      { timeout: PATIENCE, interval: 20 },
    )
    .toBeGreaterThanOrEqual(count);
  return children;
}
