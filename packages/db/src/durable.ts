import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { getSystemErrorMessage } from 'node:util';

/** Syncs a folder, so that a new name in it survives a power cut. Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Creates a folder with its parents, readable only by this user. It survives a power cut after the return. One at a time:
 * Node's recursive call never ends below a folder that can have no new ones, such as /proc.
 */
export function makeFolder(path: string): void {
  // Refuses a file in its place.
  if (existsSync(path)) return void mkdirSync(path, { recursive: true });
  const parent = dirname(resolve(path));
  // A missing drive of Windows is its own parent.
  if (!existsSync(parent) && parent !== resolve(path)) makeFolder(parent);
  makeOne(path);
  syncFolder(parent);
}

/** Another process may create it first. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
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

/** Why a call to the file system failed, in the words of the system: "no such file or directory". */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'errno' in error && typeof error.errno === 'number'
    ? getSystemErrorMessage(error.errno)
    : error.message;
}
