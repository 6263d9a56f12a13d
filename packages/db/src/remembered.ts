import type { Db } from './open.ts';

/** So many answers of a kind are kept at the most; then all are forgotten. */
const MOST = 10_000;

/** Milliseconds after which it is looked whether another process has written: to look takes locks on the file. */
const LOOK_AGAIN = 20;

interface Memory<Found> {
  /** As it was when the first of these answers was read. */
  state: string;
  answers: Map<string, Found>;
}

/**
 * The same read again is answered from memory, as long as nothing at all has changed in the database: by this
 * connection, which is seen at once, or by another process, which is seen within a moment. Nothing found is not
 * kept, and nothing is that was read in a transaction, which may yet be taken back.
 */
export function remembered<Found extends object>(
  read: (db: Db, key: string) => Found | undefined,
): (db: Db, key: string) => Readonly<Found> | undefined {
  const memories = new WeakMap<Db, Memory<Found>>();
  return function recall(db, key) {
    if (db.$client.inTransaction) return read(db, key);
    const state = stateOf(db);
    let memory = memories.get(db);
    if (memory?.state !== state || memory.answers.size >= MOST) {
      memory = { state, answers: new Map() };
      memories.set(db, memory);
    }
    const known = memory.answers.get(key);
    if (known) return known;
    const found = read(db, key);
    if (found) memory.answers.set(key, found);
    return found;
  };
}

const states = new WeakMap<Db, () => string>();

function stateOf(db: Db): string {
  const state = states.get(db) ?? watchState(db);
  states.set(db, state);
  return state();
}

/** What this connection has written since it was opened, and what moves with every commit of another. */
function watchState({ $client: client }: Db): () => string {
  const changes = client.prepare<[], number>('select total_changes()').pluck();
  const version = client.prepare<[], number>('pragma data_version').pluck();
  let seen = version.get();
  let seenAt = performance.now();
  return function state() {
    const now = performance.now();
    if (now - seenAt >= LOOK_AGAIN) {
      seen = version.get();
      seenAt = now;
    }
    return `${changes.get()} ${seen}`;
  };
}
