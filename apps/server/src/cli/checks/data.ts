import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { type Checkup, examineDatabase } from '@onus/db/checkup';
import { databaseIn, KEY_BYTES, keyIn } from '../../data-dir.ts';
import type { Env } from '../../env.ts';
import { MIGRATIONS } from '../install.ts';
import { type Finding, finding, megabytes, reasonOf } from './finding.ts';

/** A log that is never folded in: a reader that does not end, or a disk that is full. */
const LARGE_LOG = 100_000_000;
const OTHERS = 0o077;

export function checkData({ DATA_DIR }: Env): Finding[] {
  const there = folder(DATA_DIR);
  if (there.verdict === 'fail') return [there];
  const database = databaseIn(DATA_DIR);
  if (!existsSync(database) && !existsSync(keyIn(DATA_DIR)))
    return [there, finding('warn', 'database', 'none yet: the first start makes it')];
  return [there, key(keyIn(DATA_DIR)), ...examined(database)];
}

function folder(path: string): Finding {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!statSync(path).isDirectory()) return finding('fail', 'DATA_DIR', `${path} is no folder`);
    return finding('ok', 'DATA_DIR', path);
  } catch (error) {
    const said = `${path} cannot be used: ${reasonOf(error)}; name the folder of the install, or let this user in`;
    return finding('fail', 'DATA_DIR', said);
  }
}

function key(path: string): Finding {
  if (!existsSync(path)) {
    return finding(
      'fail',
      'key',
      `${path} is missing: put it back, or everybody signs in again after a start`,
    );
  }
  const { size, mode } = statSync(path);
  if (size !== KEY_BYTES) {
    const said = `${path} has ${size} bytes instead of ${KEY_BYTES}: put the right one back; the server does not start`;
    return finding('fail', 'key', said);
  }
  if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
    return finding('fail', 'key', `others may read ${path}, and sign in as anybody: chmod 600 ${path}`);
  return finding('ok', 'key', 'is there, and for this user only');
}

function examined(path: string): Finding[] {
  if (!existsSync(path))
    return [finding('fail', 'database', `${path} is missing: restore a backup with \`onus restore\``)];
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
    return finding('warn', 'database', `others on this machine may read ${path}: chmod 600 ${path}`);
  return finding('ok', 'database', megabytes(bytes));
}

function schema({ standing }: Checkup): Finding {
  const said = {
    same: 'that of this version',
    older: 'that of an older version: the next start brings it up to date; make a backup before',
    newer: 'that of a newer version of Onus: start that version, this one refuses the file',
    empty: 'none: the file holds nothing; restore a backup, or the next start begins a new install in it',
    foreign: 'not that of Onus: this file is of something else; restore a backup',
  }[standing];
  const verdict = standing === 'same' ? 'ok' : standing === 'older' ? 'warn' : 'fail';
  return finding(verdict, 'schema', said);
}

function soundness({ faults }: Checkup): Finding {
  if (faults.length === 0)
    return finding('ok', 'integrity', 'nothing is damaged, and nothing points nowhere');
  return finding('fail', 'integrity', `${faults.join('; ')}; restore a backup with \`onus restore\``);
}

function log({ journalMode, walBytes }: Checkup): Finding {
  if (journalMode !== 'wal') {
    const said = `the journal mode is ${journalMode}: a start sets it to wal, in which a power cut loses nothing`;
    return finding('warn', 'log', said);
  }
  if (walBytes <= LARGE_LOG) return finding('ok', 'log', `${megabytes(walBytes)} not folded in yet`);
  const said = `${megabytes(walBytes)} are not folded into the database: something reads without an end, or the disk is full; restart the server`;
  return finding('warn', 'log', said);
}
