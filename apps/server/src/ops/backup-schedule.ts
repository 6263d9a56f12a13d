import { readBackupLog } from '@onus/db/backup/backup-log';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../env.ts';
import { type BackupMaker, moments } from './backup-maker.ts';

export interface BackupSchedule {
  /** Does not wait: a copy that is being made is given up. */
  stop(): Promise<void>;
}

type Settings = Pick<Env, 'BACKUP_DIR' | 'BACKUP_EVERY' | 'DATA_DIR'>;

/** After a failure the next try waits no longer than this, and neither does any timer: clocks are set. */
const SOON = 600_000;

/** A copy every so often, the newest of them kept. Beside this server only, so that no two do it. */
export function scheduleBackups(
  settings: Settings,
  maker: BackupMaker,
  log: Pick<FastifyBaseLogger, 'error'>,
): BackupSchedule {
  const { BACKUP_DIR: dir, BACKUP_EVERY: every } = settings;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** Answers how many milliseconds there are to the next. */
  async function turn(): Promise<number> {
    const rest = untilNext(settings.DATA_DIR, maker.folder, every);
    if (rest > 0) return rest;
    // It has said why in the log.
    const isMade = await maker.make().then(
      () => true,
      () => false,
    );
    return isMade ? every : SOON;
  }

  async function run(): Promise<void> {
    const rest = await turn().catch(error => {
      log.error({ reason: String(error) }, 'the next backup cannot be planned');
      return SOON;
    });
    if (!stopped) timer = setTimeout(run, Math.min(rest, every, SOON)).unref();
  }

  if (dir) void run();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await maker.stop();
    },
  };
}

/**
 * Milliseconds until a backup is due. A name from the future, of a clock that was wrong, counts as none, and
 * so do all of them for an install that never made one: they are another's.
 */
function untilNext(dataDir: string, folder: string, every: number): number {
  if (!readBackupLog(dataDir).good) return 0;
  const now = Date.now();
  const last = moments(folder)
    .filter(at => at <= now)
    .reduce((one, other) => Math.max(one, other), 0);
  return last + every - now;
}
