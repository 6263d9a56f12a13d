import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.ts';
import type { Line } from '../bench.ts';
import { outputOf } from '../child.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../..', import.meta.url));
const MOST_S = { first: 60, again: 10 };

const folders = new Set<string>();
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** What is committed, cloned, and started by the one command of the README; then started once more. */
export async function measureClone(): Promise<Line[]> {
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

/** With a store of packages of its own, so that what this machine already has does not count. */
async function secondsToReady(folder: string): Promise<number> {
  const settings = [`PORT=${await freePort()}`, `npm_config_store_dir=${join(folder, 'store')}`];
  const command = ['env', ...settings, 'npx', '--yes', 'pnpm@12', 'start'];
  const began = performance.now();
  await outputOf(command, join(folder, 'onus'), 'Onus is ready');
  return (performance.now() - began) / 1_000;
}

function line(operation: string, seconds: number, most: number): Line {
  return { operation, ours: `${seconds.toFixed(1)} s`, demanded: `≤ ${most} s`, kept: seconds <= most };
}
