import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Syncs a folder, so that a new name in it survives a power cut. Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Creates a folder with its parents, readable only by this user. It survives a power cut after the return. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const highest = dirname(resolve(first));
  for (let made = resolve(path); made !== highest; made = dirname(made)) syncFolder(dirname(made));
}

/**
 * Writes a file readable only by this user. It survives a power cut after the return. What cannot be written whole leaves
 * no file.
 * @throws EEXIST if the file exists, which is never overwritten.
 */
export function writeNewFile(file: string, content: Uint8Array): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
  syncFolder(dirname(resolve(file)));
}

/**
 * Replaces a file readable only by this user: at once, also for parallel processes. After a power cut it may be empty.
 */
export function replaceFile(file: string, content: string): void {
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, content, { mode: 0o600 });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
