import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { PUSH_KEY_BYTES } from '@onus/api/core/push/push-keys';
import { type Checkup, examineDatabase } from '@onus/db/backup/checkup';
import type { Env } from '../../../env.ts';
import { databaseIn, KEY_BYTES, keyIn, pushKeyIn } from '../../../ops/data-dir.ts';
import { MIGRATIONS } from '../../install.ts';
import { type Finding, finding, megabytes, reasonOf } from './finding.ts';

/** A log that is never folded in: a reader that does not end, or a disk that is full. */
const LARGE_LOG = 100_000_000;
const OTHERS = 0o077;

export function checkData({ DATA_DIR }: Env): Finding[] {
  const there = folder(DATA_DIR);
  if (there.verdict === 'fail') return [there];
  const database = databaseIn(DATA_DIR);
  if (!existsSync(database) && !existsSync(keyIn(DATA_DIR)))
    return [there, finding('warn', 'database', 'none yet; the first start creates it')];
  return [
    there,
    key('key', keyIn(DATA_DIR), KEY_BYTES, SIGNS_TOKENS),
    key('push key', pushKeyIn(DATA_DIR), PUSH_KEY_BYTES, SIGNS_PUSHES),
    ...examined(database),
  ];
}

function folder(path: string): Finding {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!statSync(path).isDirectory()) return finding('fail', 'DATA_DIR', `${path} is not a folder`);
    return finding('ok', 'DATA_DIR', path);
  } catch (error) {
    const said = `${path} cannot be used: ${reasonOf(error)}; name the folder of the installation, or give this user access`;
    return finding('fail', 'DATA_DIR', said);
  }
}

/** What is wrong with a key that is missing, and with one that others can read. */
interface Use {
  verdict: Finding['verdict'];
  missing: string;
  read: string;
}

const SIGNS_TOKENS: Use = {
  verdict: 'fail',
  missing: 'put it back, or everyone must sign in again after the next start',
  read: 'sign in as anyone',
};
const SIGNS_PUSHES: Use = {
  verdict: 'warn',
  missing: 'put it back, or the next start creates one, and each device must turn push messages on again',
  read: 'send push messages as this installation',
};

function key(name: string, path: string, bytes: number, { verdict, missing, read }: Use): Finding {
  if (!existsSync(path)) return finding(verdict, name, `${path} is missing; ${missing}`);
  const { size, mode } = statSync(path);
  if (size !== bytes) {
    const said = `${path} has ${size} bytes instead of ${bytes}; put the right file back, or the server does not start`;
    return finding('fail', name, said);
  }
  if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
    return finding(
      'fail',
      name,
      `other users of this machine can read ${path} and ${read}; run chmod 600 ${path}`,
    );
  return finding('ok', name, 'exists, and only this user can read it');
}

function examined(path: string): Finding[] {
  if (!existsSync(path))
    return [finding('fail', 'database', `${path} is missing; restore a backup with \`onus restore\``)];
  try {
    const checkup = examineDatabase(path, MIGRATIONS);
    return [readers(path, checkup), schema(checkup), soundness(checkup), log(checkup)];
  } catch (error) {
    const said = `${path} cannot be opened: ${reasonOf(error)}; restore a backup with \`onus restore\``;
    return [finding('fail', 'database', said)];
  }
}

function readers(path: string, { bytes }: Checkup): Finding {
  if (process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0)
    return finding('warn', 'database', `other users of this machine can read ${path}; run chmod 600 ${path}`);
  return finding('ok', 'database', megabytes(bytes));
}

function schema({ standing }: Checkup): Finding {
  const said = {
    same: 'current',
    older: 'of an older version; make a backup, then start the server, which upgrades it',
    newer: 'of a newer version of Onus; start that version, because this one refuses the file',
    empty: 'none, because the file is empty; restore a backup, or the next start creates a new installation',
    foreign: 'not of Onus; restore a backup',
  }[standing];
  const verdict = standing === 'same' ? 'ok' : standing === 'older' ? 'warn' : 'fail';
  return finding(verdict, 'schema', said);
}

function soundness({ faults }: Checkup): Finding {
  if (faults.length === 0) return finding('ok', 'integrity', 'no damage and no dangling references');
  return finding('fail', 'integrity', `${faults.join('; ')}; restore a backup with \`onus restore\``);
}

function log({ journalMode, walBytes }: Checkup): Finding {
  if (journalMode !== 'wal') {
    const said = `the journal mode is ${journalMode}; the next start sets it to wal, which survives a power cut`;
    return finding('warn', 'log', said);
  }
  if (walBytes <= LARGE_LOG)
    return finding('ok', 'log', `${megabytes(walBytes)} not yet copied into the database`);
  const said = `${megabytes(walBytes)} not yet copied into the database; a reader never ends or the disk is full; restart the server`;
  return finding('warn', 'log', said);
}
