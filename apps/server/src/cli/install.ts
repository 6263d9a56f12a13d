import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { firstMessage, nameFieldsInInputErrors } from '@onus/api/core/input-error';
import { createSystemScope, type SystemScope } from '@onus/api/core/scope';
import { isOlder, migrateDb } from '@onus/db/migrate';
import { closeDb, type Db } from '@onus/db/open';
import type { z } from 'zod';
import { type Env, readEnv } from '../env.ts';
import { databaseIn, holdDataDir, openDatabase, openDataDir } from '../ops/data-dir.ts';

/** What a command works with. */
export interface Install {
  db: Db;
  env: Env;
  scope: SystemScope;
}

type Work = (install: Install) => void | Promise<void>;

export const RESTORING = 'a restore is running on this installation; try again when it has ended';
export const MIGRATIONS = fileURLToPath(new URL('../../../../drizzle', import.meta.url));

nameFieldsInInputErrors();

/** What reads or mends an install has nothing to do where there is none: a mistyped DATA_DIR makes no new one. */
export async function withExistingInstall(work: Work): Promise<void> {
  const { DATA_DIR } = readEnv();
  if (!existsSync(databaseIn(DATA_DIR)))
    throw new Error(`there is no installation in DATA_DIR (${DATA_DIR})`);
  await withInstall(work);
}

/** Opens the install in DATA_DIR, beside a server that may be running on it, and closes it behind the work. */
export async function withInstall(work: Work): Promise<void> {
  const env = readEnv();
  const release = holdDataDir(env.DATA_DIR, 'command', RESTORING);
  openDataDir(env.DATA_DIR);
  const db = openDatabase(env.DATA_DIR);
  try {
    upgrade(db, env);
    await work({ db, env, scope: createSystemScope(Date.now()) });
  } finally {
    closeDb(db);
    release();
  }
}

/** What was typed, checked as the server checks it. */
export function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new Error(firstMessage(result.error));
}

/** A server that runs is of the version of the data: it would find other tables than it knows. */
function upgrade(db: Db, { DATA_DIR }: Env): void {
  const release = isOlder(db, MIGRATIONS) ? holdDataDir(DATA_DIR, 'server', OUTDATED) : null;
  try {
    migrateDb(db, MIGRATIONS);
  } finally {
    release?.();
  }
}

const OUTDATED =
  'the database is of an older version, and the server is running; stop it, and start this version';
