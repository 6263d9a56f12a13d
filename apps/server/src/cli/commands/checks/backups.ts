import { accessSync, constants, existsSync } from 'node:fs';
import { readBackupLog } from '@onus/db/backup/backup-log';
import type { Env } from '../../../env.ts';
import { type Finding, finding, reasonOf } from './finding.ts';

const WEEK = 7 * 86_400_000;

export function checkBackups(env: Env): Finding[] {
  return [place(env), last(env)];
}

function place({ BACKUP_DIR }: Env): Finding {
  if (!BACKUP_DIR) {
    return finding(
      'warn',
      'BACKUP_DIR',
      'is not set, so there are no scheduled backups; set it, or run `onus backup` yourself',
    );
  }
  try {
    if (existsSync(BACKUP_DIR)) accessSync(BACKUP_DIR, constants.W_OK);
    return finding('ok', 'BACKUP_DIR', BACKUP_DIR);
  } catch (error) {
    return finding(
      'fail',
      'BACKUP_DIR',
      `${BACKUP_DIR} is not writable: ${reasonOf(error)}; give this user access`,
    );
  }
}

/** Late is twice the time of the schedule; without one, a week. */
function last({ DATA_DIR, BACKUP_DIR, BACKUP_EVERY }: Env): Finding {
  const { good, failed } = readBackupLog(DATA_DIR);
  if (failed) return finding('fail', 'last backup', `failed ${moment(failed.at)}: ${failed.reason}`);
  if (!good) return finding('warn', 'last backup', 'none yet; make one with `onus backup FILE`');
  const said = `${moment(good.at)}, ${good.file}`;
  if (!existsSync(good.file)) return finding('warn', 'last backup', `${said}, which no longer exists`);
  const isLate = Date.now() - good.at > (BACKUP_DIR ? 2 * BACKUP_EVERY : WEEK);
  return isLate
    ? finding('warn', 'last backup', `${said}, is too old; make one, and check that the server is running`)
    : finding('ok', 'last backup', said);
}

function moment(at: number): string {
  return new Date(at).toISOString();
}
