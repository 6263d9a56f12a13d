import type { Db } from './open.ts';

/** So many answers of a kind are kept at the most; then all are forgotten. */
const MOST = 10_000;

interface Memory<Found> {
  /** Both as they were when the first of these answers was read. */
  changes: number;
  version: number;
  answers: Map<string, Found>;
}

/**
 * The same read again is answered from memory, as long as nothing at all has changed in the database: neither
 * by this connection nor by another process. So it never says what the database would not say. Nothing found
 * is not kept, and nothing is that was read in a transaction, which may yet be taken back.
 */
export function remembered<Found extends object>(
  read: (db: Db, key: string) => Found | undefined,
): (db: Db, key: string) => Readonly<Found> | undefined {
  const memories = new WeakMap<Db, Memory<Found>>();
  return function recall(db, key) {
    if (db.$client.inTransaction) return read(db, key);
    const memory = memories.get(db) ?? { changes: -1, version: -1, answers: new Map<string, Found>() };
    memories.set(db, memory);
    const { changes, version } = stateOf(db);
    if (memory.changes !== changes || memory.version !== version || memory.answers.size >= MOST) {
      Object.assign(memory, { changes, version });
      memory.answers.clear();
    }
    const known = memory.answers.get(key);
    if (known) return known;
    const found = read(db, key);
    if (found) memory.answers.set(key, found);
    return found;
  };
}

interface Counters {
  changes(): number;
  version(): number;
}

const counters = new WeakMap<Db, Counters>();

/** Rows that this connection has written since it was opened, and what moves with every commit of another. */
function stateOf(db: Db): { changes: number; version: number } {
  const { changes, version } = counters.get(db) ?? countersOf(db);
  return { changes: changes(), version: version() };
}

function countersOf(db: Db): Counters {
  const changes = db.$client.prepare<[], number>('select total_changes()').pluck();
  const version = db.$client.prepare<[], number>('pragma data_version').pluck();
  const made = { changes: () => changes.get() ?? 0, version: () => version.get() ?? 0 };
  counters.set(db, made);
  return made;
}
