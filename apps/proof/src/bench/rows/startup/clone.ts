import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../lib/free-port.ts';
import type { Row } from '../../bench.ts';
import { outputOf } from '../../lab/command-output.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../../..', import.meta.url));
const MOST_S = { first: 60, again: 10 };

const folders = new Set<string>();
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Clones the commit and starts it twice with the command of the README. */
export async function measureClone(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'onus-clone-'));
  folders.add(folder);
  await outputOf(['git', 'clone', '--quiet', REPOSITORY, 'onus'], folder);
  const first = await secondsToReady(folder);
  const again = await secondsToReady(folder);
  rmSync(folder, { recursive: true, force: true });
  return [
    line('Fresh clone to ready, nothing downloaded before', first, MOST_S.first),
    line('The same again', again, MOST_S.again),
  ];
}

/** With its own package store, so that the packages of this machine do not count. */
async function secondsToReady(folder: string): Promise<number> {
  const settings = [`PORT=${await freePort()}`, `npm_config_store_dir=${join(folder, 'store')}`];
  const command = ['env', ...settings, 'npx', '--yes', 'pnpm@12', 'start'];
  const began = performance.now();
  await outputOf(command, join(folder, 'onus'), 'Onus is ready');
  return (performance.now() - began) / 1_000;
}

function line(operation: string, seconds: number, most: number): Row {
  return { operation, ours: `${seconds.toFixed(1)} s`, target: `≤ ${most} s`, holds: seconds <= most };
}
