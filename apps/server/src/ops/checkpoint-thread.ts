import { once } from 'node:events';
import { extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** Makes checkpoints when it is asked to. */
export interface CheckpointThread {
  /** Asks for one, unless the last that was asked for is still being made. */
  ask(): void;
  /** Milliseconds since the last was made; 0 while one is. */
  idleFor(): number;
  /** Ends when the thread has closed the database, or is too slow to wait for. */
  end(): Promise<void>;
}

export interface ThreadEvents {
  /** @param failure why the log could not be copied; null when it was. */
  onDone(failure: string | null): void;
  /** It ended by itself. */
  onLost(error: Error | undefined): void;
}

/** Megabytes. The thread keeps nothing: with the sizes of a whole program it would take several times as much. */
const MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };
/** Milliseconds that a shutdown waits for a checkpoint: what it leaves in the log, the next start finds there. */
const LONGEST = 2_000;

export function startCheckpointThread(database: string, { onDone, onLost }: ThreadEvents): CheckpointThread {
  // The same name beside the sources and beside the bundle.
  const script = new URL(`./checkpoint-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(script, { workerData: { database }, resourceLimits: MEMORY });
  worker.unref();
  let isBusy = false;
  let isEnding = false;
  let lastDone = performance.now();
  let error: Error | undefined;

  worker.on('message', ({ failure }: { failure: string | null }) => {
    isBusy = false;
    lastDone = performance.now();
    onDone(failure);
  });
  worker.on('error', thrown => {
    error = thrown instanceof Error ? thrown : new Error(String(thrown));
  });
  worker.on('exit', () => {
    if (!isEnding) onLost(error);
  });

  return {
    ask() {
      if (isBusy) return;
      isBusy = true;
      worker.postMessage('checkpoint');
    },
    idleFor: () => (isBusy ? 0 : performance.now() - lastDone),
    async end() {
      isEnding = true;
      worker.ref();
      const ended = once(worker, 'exit').catch(() => {});
      worker.postMessage('end');
      await Promise.race([ended, wait(LONGEST, undefined, { ref: false })]);
      worker.unref();
    },
  };
}
