import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Backup } from '@onus/db/backup';
import { readBackupLog } from '@onus/db/backup-log';
import type { FastifyBaseLogger } from 'fastify';
import { databaseIn } from './data-dir.ts';
import type { Env } from './env.ts';

export interface BackupSchedule {
  /** Does not wait: a copy that is being made is given up. */
  stop(): Promise<void>;
}

type Settings = Pick<Env, 'BACKUP_DIR' | 'BACKUP_EVERY' | 'BACKUP_KEEP' | 'DATA_DIR'>;
type Log = Pick<FastifyBaseLogger, 'info' | 'error'>;

/** Only what the schedule made itself is ever taken away. */
const NAME = /^onus-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite(\.part|\.failed)?$/;

/** After a failure the next try waits no longer than this, and neither does any timer: clocks are set. */
const SOON = 600_000;

/** A copy every so often, the newest of them kept. Beside this server only, so that no two do it. */
export function scheduleBackups(settings: Settings, log: Log): BackupSchedule {
  const { BACKUP_DIR: dir, BACKUP_EVERY: every } = settings;
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  let stopped = false;

  /** Answers how many milliseconds there are to the next. */
  async function turn(folder: string): Promise<number> {
    const rest = untilNext(settings.DATA_DIR, folder, every);
    if (rest > 0) return rest;
    worker = startCopy(settings, folder);
    const made = await outcomeOf(worker);
    if (stopped) return every;
    const isWhole = tell(made, log);
    retire(folder, isWhole ? settings.BACKUP_KEEP : Number.POSITIVE_INFINITY);
    return isWhole ? every : SOON;
  }

  async function run(folder: string): Promise<void> {
    const rest = await turn(folder).catch(error => {
      log.error({ reason: String(error) }, 'the folder of the backups cannot be looked after');
      return SOON;
    });
    if (!stopped) timer = setTimeout(run, Math.min(rest, every, SOON), folder).unref();
  }

  if (dir) void run(resolve(dir));
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await worker?.terminate();
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
  const last = namesIn(folder)
    .map(momentOf)
    .filter(at => at <= now)
    .reduce((one, other) => Math.max(one, other), 0);
  return last + every - now;
}

function startCopy({ DATA_DIR }: Settings, folder: string): Worker {
  const at = Date.now();
  const name = `onus-${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}.sqlite`;
  // The same name beside the sources and beside the bundle.
  const script = new URL(`./backup-worker${extname(import.meta.url)}`, import.meta.url);
  const workerData = { folder: DATA_DIR, database: databaseIn(DATA_DIR), file: join(folder, name), at };
  return new Worker(script, { workerData });
}

async function outcomeOf(worker: Worker): Promise<Backup | Error> {
  try {
    const [made] = await once(worker, 'message');
    return made;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function tell(made: Backup | Error, log: Log): boolean {
  if (made instanceof Error) {
    log.error({ reason: made.message }, 'a backup failed; the ones before it are kept');
    return false;
  }
  log.info({ file: made.file, bytes: made.bytes, rows: made.rows }, 'a backup is written and checked');
  return true;
}

/**
 * Takes away what is older than those that are kept, and what was left half done. After a failure that is
 * nothing, but of the copies that failed one is enough.
 */
function retire(folder: string, keep: number): void {
  const names = namesIn(folder)
    .filter(name => NAME.test(name))
    .sort();
  const of = (ending: string) => names.filter(name => name.endsWith(ending));
  const gone = [of('.sqlite').slice(0, -keep), of('.failed').slice(0, -1), of('.part')].flat();
  for (const name of gone) rmSync(join(folder, name), { force: true });
}

/** None in a folder that cannot be read: then a backup is due, and fails with the reason. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Epoch milliseconds of a whole backup's name; 0 for any other file. */
function momentOf(name: string): number {
  const [, year, month, day, hour, minute, second, ending] = NAME.exec(name) ?? [];
  if (!year || ending) return 0;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
