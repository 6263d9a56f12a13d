import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Backup } from '@onus/db/backup/backup';
import { makeBackup } from '@onus/db/backup/backup-log';
import { totalOf } from '@onus/db/backup/inspect';
import type { Command } from 'commander';
import { readEnv } from '../../env.ts';
import { databaseIn, holdDataDir, keyIn, pushKeyIn } from '../../ops/data-dir.ts';
import { RESTORING } from '../install.ts';
import { note, say } from '../say.ts';

/** `onus backup` */
export function addBackup(program: Command): void {
  program
    .command('backup')
    .description(
      'copies the database and checks the copy. The server may be running. Never overwrites a file.',
    )
    .argument('<file>', 'the path of the copy')
    .action(copy);
}

/** The database as it is: a backup from before an upgrade must not be upgraded on the way. */
async function copy(file: string): Promise<void> {
  const { DATA_DIR } = readEnv();
  const database = databaseIn(DATA_DIR);
  if (!existsSync(database)) throw new Error(`DATA_DIR ${DATA_DIR} holds no installation`);
  const release = holdDataDir(DATA_DIR, 'command', RESTORING);
  try {
    const made = await makeBackup(DATA_DIR, database, resolve(file), Date.now());
    say(`${made.file} was written and checked: ${sizeOf(made)}`);
    note(
      `Keep ${keyIn(DATA_DIR)} and ${pushKeyIn(DATA_DIR)} too, in another place. Without the first everyone must sign in again, without the second each device must turn push messages on again.`,
    );
  } finally {
    release();
  }
}

function sizeOf({ bytes, rows }: Backup): string {
  const tables = Object.keys(rows).length;
  return `${totalOf(rows)} rows in ${tables} tables, ${Math.ceil(bytes / 1024)} KB`;
}
