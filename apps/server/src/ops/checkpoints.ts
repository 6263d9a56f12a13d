import { hasLogGrown } from '@onus/db/commits/checkpoint';
import { type Db, leaveCheckpoints, takeCheckpointsBack } from '@onus/db/open';
import type { FastifyBaseLogger } from 'fastify';
import { type CheckpointThread, startCheckpointThread } from './checkpoint-thread.ts';

export interface Checkpoints {
  /** Ends when the thread has closed the database. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks at the log. */
const EVERY = 250;
/** Milliseconds after which a thread with nothing to do ends: it takes more than ten megabytes. */
const IDLE = 60_000;

/**
 * Has a thread copy the write-ahead log into the database whenever it has grown: commits leave that to it. When
 * the thread ends by itself, they make the checkpoints again, until the next start.
 */
export function startCheckpoints(
  db: Db,
  database: string,
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  idle = IDLE,
): Checkpoints {
  let thread: CheckpointThread | null = null;
  let hasFailed = false;
  const timer = setInterval(look, EVERY).unref();
  leaveCheckpoints(db);

  function look(): void {
    if (hasLogGrown(db)) {
      thread ??= startCheckpointThread(database, { onDone, onLost });
      thread.ask();
    } else if (thread && thread.idleFor() > idle) {
      void thread.end();
      thread = null;
    }
  }

  function onDone(failure: string | null): void {
    if (failure && !hasFailed)
      log.warn(
        { reason: failure },
        'the write-ahead log cannot be copied into the database; the server tries again',
      );
    if (!failure && hasFailed) log.info('the write-ahead log is copied into the database again');
    hasFailed = failure !== null;
  }

  function onLost(error: Error | undefined): void {
    thread = null;
    giveBack();
    log.error(
      { err: error },
      'the checkpoint thread ended; commits run the checkpoints until the next start',
    );
  }

  function giveBack(): void {
    clearInterval(timer);
    takeCheckpointsBack(db);
  }

  return {
    async stop() {
      giveBack();
      await thread?.end();
    },
  };
}
