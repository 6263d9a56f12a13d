import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from '../../lib/server/server.ts';

/** A folder whose file system can be filled. */
export interface SmallDisk {
  folder: string;
  /** Fills it. @returns the method and a function that frees the space. */
  fill(server: Server): Promise<{ how: string; end: () => void | Promise<void> }>;
  remove(): Promise<void>;
}

const MEGABYTES = 24;

/** A separate file system if this user may mount one, else a limit on the server's file sizes. */
export async function smallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'onus-disk-'));
  const isMounted = done('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', folder]);
  // Also when the run is interrupted. A lazy unmount works even while a process has a file open there.
  const unmount = () => void done('umount', ['--lazy', folder]);
  if (isMounted) process.on('exit', unmount);
  return {
    folder,
    fill: isMounted ? () => fillUp(folder) : async server => limit(server),
    async remove() {
      process.off('exit', unmount);
      if (isMounted) unmount();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fillUp(folder: string): Promise<{ how: string; end: () => Promise<void> }> {
  const ballast = join(folder, 'ballast');
  const { bavail, bsize } = await statfs(folder);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  return { how: `a disk of ${MEGABYTES} MB is full`, end: () => rm(ballast) };
}

/** The kernel reports another error than for a full disk. SQLite handles both the same way. */
function limit(server: Server): { how: string; end: () => void } {
  const bytes = statSync(`${server.file}-wal`).size;
  const set = (size: string) => done('prlimit', [`--pid=${server.pid()}`, `--fsize=${size}:`]);
  if (!set(String(bytes))) throw new Error('neither mount nor prlimit can be used here');
  return { how: 'no file may grow', end: () => void set('unlimited') };
}

function done(command: string, args: string[]): boolean {
  return spawnSync(command, args).status === 0;
}
