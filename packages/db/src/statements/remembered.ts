import type { Db } from '../open.ts';
import { otherWrites } from './changes.ts';

/** So many answers of a kind are kept at the most; then all are forgotten. */
const MOST = 10_000;

interface Memory<Found> {
  answers: Map<string, Found>;
  /** True from a change of ours until all was forgotten outside the transaction it was made in. */
  isStale: boolean;
  hasOtherWritten: () => boolean;
}

/**
 * The same read again is answered from memory, as long as nothing has changed in the tables it reads: by this
 * connection, which is seen at once, or by another process, which is seen within a moment. Nothing found is not
 * kept, and nothing is that a transaction may yet take back.
 * @param tables all the tables the read looks at.
 */
export function remembered<Found extends object>(
  tables: readonly string[],
  read: (db: Db, key: string) => Found | undefined,
): (db: Db, key: string) => Readonly<Found> | undefined {
  const memories = new WeakMap<Db, Memory<Found>>();
  return function recall(db, key) {
    const memory = memories.get(db);
    // Asked last, because this asks the driver.
    if ((!memory || memory.isStale) && db.$client.inTransaction) return read(db, key);
    if (!memory) {
      memories.set(db, watch<Found>(db, tables));
      return recall(db, key);
    }
    if (memory.hasOtherWritten() || memory.isStale || memory.answers.size >= MOST) {
      // Not cleared: V8 keeps the entries of a cleared map until the next major collection.
      memory.answers = new Map();
      memory.isStale = false;
    }
    const known = memory.answers.get(key);
    if (known) return known;
    const found = read(db, key);
    if (found) memory.answers.set(key, found);
    return found;
  };
}

let watches = 0;

/** Triggers of this connection alone say when it changes one of the tables; they are nowhere in the file. */
function watch<Found>(db: Db, tables: readonly string[]): Memory<Found> {
  const { $client: client } = db;
  const memory = { answers: new Map<string, Found>(), isStale: false, hasOtherWritten: otherWrites(db) };
  const name = `changed_${watches++}`;
  client.function(name, () => {
    memory.isStale = true;
    return null;
  });
  for (const table of tables) {
    for (const event of ['insert', 'update', 'delete']) {
      client.exec(`create temp trigger ${name}_${table}_${event} after ${event} on main."${table}"
        begin select ${name}(); end`);
    }
  }
  return memory;
}
