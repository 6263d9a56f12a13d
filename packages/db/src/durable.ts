import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A name in a folder survives a power cut once the folder is written. Windows knows no such thing. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Makes a folder for this user alone, with its parents. When this returns, it survives a power cut. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const highest = dirname(resolve(first));
  for (let made = resolve(path); made !== highest; made = dirname(made)) syncFolder(dirname(made));
}

/**
 * Writes a file for this user alone. When this returns, it survives a power cut.
 * @throws EEXIST when the file is there: it is never overwritten.
 */
export function writeNewFile(file: string, content: Uint8Array): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  syncFolder(dirname(resolve(file)));
}
