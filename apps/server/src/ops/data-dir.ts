import { randomBytes } from 'node:crypto';
import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPushKey, isPushKey } from '@onus/api/core/push/push-keys';
import { makeFolder, writeNewFile } from '@onus/db/durable';
import { type Holder, holdInstall } from '@onus/db/install-lock';
import { type Db, openDb } from '@onus/db/open';
import { SettingError } from '../env.ts';

export interface DataDir {
  /** Path of the SQLite file. */
  database: string;
  /** 256 random bits that sign tokens: the database alone opens nothing. */
  key: Uint8Array;
  /** The private key by which push services know this installation. */
  pushKey: Uint8Array;
}

export const KEY_BYTES = 32;

/** Opens the data folder, on the first start with fresh key files that only their owner may read. */
export function openDataDir(path: string): DataDir {
  try {
    makeFolder(path);
    return {
      database: databaseIn(path),
      key: readKey(keyIn(path), randomBytes(KEY_BYTES)),
      pushKey: readPushKey(pushKeyIn(path)),
    };
  } catch (error) {
    throw unusable('DATA_DIR', path, error);
  }
}

/** Opens the database of a data folder. */
export function openDatabase(path: string): Db {
  try {
    return openDb(databaseIn(path));
  } catch (error) {
    throw unusable('DATA_DIR', path, error);
  }
}

export function databaseIn(path: string): string {
  return join(path, 'onus.sqlite');
}

export function keyIn(path: string): string {
  return join(path, 'key');
}

export function pushKeyIn(path: string): string {
  return join(path, 'push-key');
}

/**
 * Keeps other processes out of the data folder that must not be there at the same time.
 * @param taken what to say when they are.
 * @returns to call at the end; a process that dies lets go by itself.
 */
export function holdDataDir(path: string, holder: Holder, taken: string): () => void {
  try {
    makeFolder(path);
    const release = holdInstall(path, holder);
    if (release) return release;
  } catch (error) {
    throw unusable('DATA_DIR', path, error);
  }
  throw new SettingError(taken);
}

/** Makes the folder of the backups where there is none. */
export function openBackupDir(path: string): void {
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw unusable('BACKUP_DIR', path, error);
  }
}

function unusable(setting: string, path: string, error: unknown): SettingError {
  if (error instanceof SettingError) return error;
  return new SettingError(
    `${setting} ${path} cannot be used: ${error instanceof Error ? error.message : error}`,
  );
}

/** @param fresh what a first start writes. */
function readKey(file: string, fresh: Uint8Array): Uint8Array {
  try {
    // Refuses to overwrite: the key is made exactly once. A power cut that took it would sign everyone out.
    writeNewFile(file, fresh);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
  }
  const key = readFileSync(file);
  if (key.length === fresh.length) return key;
  throw damaged(file, `must have ${fresh.length} bytes`);
}

function readPushKey(file: string): Uint8Array {
  const key = readKey(file, createPushKey());
  if (isPushKey(key)) return key;
  throw damaged(file, 'is not a private key of P-256');
}

function damaged(file: string, why: string): SettingError {
  return new SettingError(
    `DATA_DIR holds a damaged key file: ${file} ${why}. Put the right file back. If this installation was never used, delete the file`,
  );
}
