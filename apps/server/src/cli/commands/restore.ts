import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { totalOf } from '@onus/db/backup/inspect';
import { refuseMissing, restore } from '@onus/db/backup/restore';
import type { Command } from 'commander';
import { readEnv } from '../../env.ts';
import { databaseIn, holdDataDir, keyIn, pushKeyIn } from '../../ops/data-dir.ts';
import { MIGRATIONS } from '../install.ts';
import { note, say } from '../say.ts';

interface Options {
  endSessions?: boolean;
}

/** `onus restore` */
export function addRestore(program: Command): void {
  program
    .command('restore')
    .description(
      'replaces the database of a stopped installation by a backup, and keeps the replaced database beside it',
    )
    .argument('<file>', 'the backup')
    .option(
      '--end-sessions',
      'signs everyone out and ends personal tokens, calendar feeds, invitations and open links; otherwise those that ended after the backup work again',
    )
    .action(putBack);
}

function putBack(file: string, { endSessions = false }: Options): void {
  const { DATA_DIR } = readEnv();
  // Before the data folder: a mistyped path makes no new one.
  refuseMissing(resolve(file));
  const taken = `the server or another command is using DATA_DIR ${DATA_DIR}; stop it first`;
  const release = holdDataDir(DATA_DIR, 'restore', taken);
  try {
    const { rows, aside } = restore({
      file: resolve(file),
      database: databaseIn(DATA_DIR),
      migrations: MIGRATIONS,
      endSessions,
      at: Date.now(),
    });
    say(`${totalOf(rows)} rows were restored. Start the server.`);
    if (aside) note(`The replaced database is kept as ${aside}`);
    if (!existsSync(keyIn(DATA_DIR)))
      note(
        `${keyIn(DATA_DIR)} is missing. The next start creates a new one, and everyone must sign in again.`,
      );
    if (!existsSync(pushKeyIn(DATA_DIR)))
      note(
        `${pushKeyIn(DATA_DIR)} is missing. The next start creates a new one, and each device must turn push messages on again.`,
      );
  } finally {
    release();
  }
}
