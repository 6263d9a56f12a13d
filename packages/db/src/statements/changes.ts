import type { Db } from '../open.ts';

/** Milliseconds after which it is looked whether another process has written: to look takes locks on the file. */
const LOOK_AGAIN = 20;

/**
 * A number that grows with every change of the data: by this connection at once, also in a transaction that is not
 * committed yet, and by another process within a moment. The same number twice: nothing has changed in between.
 */
export function changeCounter(db: Db): () => number {
  const own = db.$client.prepare<[], number>('select total_changes()').pluck();
  const hasOtherWritten = otherWrites(db);
  let others = 0;
  return function changes() {
    if (hasOtherWritten()) others += 1;
    return (own.get() ?? 0) + others;
  };
}

/** Whether another connection has committed since the last look. */
export function otherWrites({ $client: client }: Db): () => boolean {
  // What SQLite counts here moves with every commit of another connection.
  const version = client.prepare<[], number>('pragma data_version').pluck();
  let seen = version.get();
  let seenAt = performance.now();
  return function hasOtherWritten() {
    const now = performance.now();
    if (now - seenAt < LOOK_AGAIN) return false;
    seenAt = now;
    const before = seen;
    seen = version.get();
    return seen !== before;
  };
}
