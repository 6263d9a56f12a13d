import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Backup } from '@onus/db/backup/backup';
import { makeFolder } from '@onus/db/durable';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../env.ts';
import { databaseIn } from './data-dir.ts';

/** Makes backups of this server's database, by schedule or because an Admin asks. One at a time. */
export interface BackupMaker {
  /** Where they are: BACKUP_DIR, or beside the data where that is not set. */
  readonly folder: string;
  isRunning(): boolean;
  /**
   * Makes one in a thread of its own, and removes those that are not kept any more. While one is being made, it is that
   * one. @throws Error with the reason in one line, which is in the log as well.
   */
  make(): Promise<Backup>;
  /** Gives up a copy that is being made. */
  stop(): Promise<void>;
}

type Settings = Pick<Env, 'BACKUP_DIR' | 'BACKUP_KEEP' | 'DATA_DIR'>;
type Log = Pick<FastifyBaseLogger, 'info' | 'error'>;

/** Only what this file made itself is ever taken away. */
const NAME = /^onus-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite(\.part|\.failed)?$/;

export function createBackupMaker(settings: Settings, log: Log): BackupMaker {
  const folder = resolve(settings.BACKUP_DIR ?? join(settings.DATA_DIR, 'backups'));
  let worker: Worker | undefined;
  let running: Promise<Backup> | undefined;
  let stopped = false;

  async function copy(): Promise<Backup> {
    try {
      // The folder of a setting was made at the start. One that has gone since is a disk that has.
      if (!settings.BACKUP_DIR) makeFolder(folder);
      // Each has the second in its name.
      while (existsSync(pathIn(folder, Date.now()))) await wait(1_000 - (Date.now() % 1_000));
      if (stopped) throw new Error('the server stops');
      worker = startCopy(settings, folder);
      const [made] = (await Promise.race([once(worker, 'message'), givenUp(worker)])) as [Backup];
      log.info({ file: made.file, bytes: made.bytes, rows: made.rows }, 'a backup was written and checked');
      retire(folder, settings.BACKUP_KEEP, log);
      return made;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!stopped) log.error({ reason }, 'a backup failed; earlier backups are kept');
      retire(folder, Number.POSITIVE_INFINITY, log);
      throw new Error(reason);
    }
  }

  return {
    folder,
    isRunning: () => running !== undefined,
    make() {
      running ??= copy().finally(() => {
        running = undefined;
      });
      return running;
    },
    async stop() {
      stopped = true;
      await worker?.terminate();
    },
  };
}

/** A thread that was ended answers nothing: who waits for it would wait for ever. */
async function givenUp(worker: Worker): Promise<never> {
  await once(worker, 'exit');
  throw new Error('the server stops');
}

/** Epoch milliseconds of the whole backups in a folder. */
export function moments(folder: string): number[] {
  return namesIn(folder)
    .map(momentOf)
    .filter(at => at > 0);
}

function startCopy({ DATA_DIR }: Settings, folder: string): Worker {
  const at = Date.now();
  // The same name beside the sources and beside the bundle.
  const script = new URL(`./backup-worker${extname(import.meta.url)}`, import.meta.url);
  const workerData = { folder: DATA_DIR, database: databaseIn(DATA_DIR), file: pathIn(folder, at), at };
  return new Worker(script, { workerData });
}

function pathIn(folder: string, at: number): string {
  return join(folder, `onus-${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}.sqlite`);
}

/**
 * Takes away what is older than those that are kept, and what was left half done. After a failure that is
 * nothing, but of the copies that failed one is enough.
 */
function retire(folder: string, keep: number, log: Log): void {
  const names = namesIn(folder)
    .filter(name => NAME.test(name))
    .sort();
  const of = (ending: string) => names.filter(name => name.endsWith(ending));
  const now = Date.now();
  // A name from the future is of a clock that was wrong: it was made before all others.
  const whole = of('.sqlite').sort(
    (one, other) => Number(momentOf(other) > now) - Number(momentOf(one) > now),
  );
  const gone = [whole.slice(0, -keep), of('.failed').slice(0, -1), of('.part')].flat();
  try {
    for (const name of gone) rmSync(join(folder, name), { force: true });
  } catch (error) {
    log.error({ reason: String(error) }, 'cannot remove old backups from their folder');
  }
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
