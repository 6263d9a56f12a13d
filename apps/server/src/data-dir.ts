import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from './env.ts';

export interface DataDir {
  /** Path of the SQLite file. */
  database: string;
  /** 256 random bits that sign tokens; whoever has only the database opens nothing. */
  key: Uint8Array;
}

const KEY_BYTES = 32;

/** Opens the data folder, on the first start with a fresh key file that only its owner may read. */
export function openDataDir(path: string): DataDir {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return { database: join(path, 'onus.sqlite'), key: readKey(join(path, 'key')) };
  } catch (error) {
    if (error instanceof SettingError) throw error;
    throw new SettingError(
      `DATA_DIR ${path} cannot be used: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function readKey(file: string): Uint8Array {
  try {
    // Refuses to overwrite: an install's key is made exactly once.
    writeFileSync(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
  }
  const key = readFileSync(file);
  if (key.length === KEY_BYTES) return key;
  throw new SettingError(`DATA_DIR holds a damaged key file: ${file} must have ${KEY_BYTES} bytes`);
}
