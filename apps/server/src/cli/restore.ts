import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { totalOf } from '@onus/db/inspect';
import { restore } from '@onus/db/restore';
import type { Command } from 'commander';
import { databaseIn, holdDataDir, keyIn } from '../data-dir.ts';
import { readEnv } from '../env.ts';
import { MIGRATIONS } from './install.ts';
import { note, say } from './say.ts';

interface Options {
  endSessions?: boolean;
}

/** `onus restore` */
export function addRestore(program: Command): void {
  program
    .command('restore')
    .description(
      'puts a backup in the place of the database of an install that is stopped; what was there is kept beside it',
    )
    .argument('<file>', 'the backup')
    .option(
      '--end-sessions',
      'signs everybody out and ends open links: else what was ended since the backup is good again',
    )
    .action(putBack);
}

function putBack(file: string, { endSessions = false }: Options): void {
  const { DATA_DIR } = readEnv();
  const taken = `the server of DATA_DIR ${DATA_DIR} is running, or another command is; stop it first`;
  const release = holdDataDir(DATA_DIR, 'restore', taken);
  try {
    const { rows, aside } = restore({
      file: resolve(file),
      database: databaseIn(DATA_DIR),
      migrations: MIGRATIONS,
      endSessions,
      at: Date.now(),
    });
    say(`${totalOf(rows)} rows are restored. Start the server.`);
    if (aside) note(`What was there before is kept as ${aside}`);
    if (!existsSync(keyIn(DATA_DIR)))
      note(`There is no ${keyIn(DATA_DIR)}: a new one is made, and everybody signs in again.`);
  } finally {
    release();
  }
}
