import { CONTRACT } from '@onus/contract/operation/headers';
import { alsoUnsaved } from '../../lib/shell/unsaved.ts';
import { rescued, transact } from '../storage/database.ts';
import { NoStorage } from '../storage/open-database.ts';
import { isSharedComputer } from '../storage/shared-computer.ts';
import { isOfflinePath, isShown, type Queued } from './operation.ts';

/** The rows of a page that stores nothing, by their sequence. They end with the page. */
export const memory = new Map<number, Queued>();
alsoUnsaved(isOnlyHere);
let lastSeq = 0;
let hasStorage = true;

/** Whether the outbox ends with this page: on a shared computer, or if the browser forbids storage. */
export function isMemoryOnly(): boolean {
  return isSharedComputer() || !hasStorage;
}

/** Whether this page holds a change that is nowhere else. */
export function isOnlyHere(): boolean {
  return [...memory.values()].some(isShown);
}

/** Stores a new operation behind all others. @returns its sequence. */
export async function addRow(row: Queued): Promise<number> {
  return stored(
    async () => (await withRoom(() => transact('outbox', 'readwrite', store => store.add(row)))) as number,
    () => remember(row),
  );
}

/** Replaces rows, all of them or none. */
export async function putRows(rows: readonly Queued[]): Promise<void> {
  if (rows.length === 0) return;
  const put = (store: IDBObjectStore) => rows.map(row => store.put(row)).pop() as IDBRequest;
  await stored(
    () => withRoom(() => transact('outbox', 'readwrite', put)),
    () => rows.map(remember).length,
  );
}

export async function removeRow(seq: number): Promise<void> {
  await stored(
    () => transact('outbox', 'readwrite', store => store.delete(seq)),
    () => memory.delete(seq),
  );
}

/** The operations of a person that the server has not accepted, oldest first. */
export async function openRows(user: string): Promise<Queued[]> {
  return (await storedRows(user)).filter(isReadable);
}

/** A stored change of a person that this version of the app cannot read. It is kept and not sent. */
export type Unreadable = Pick<Queued, 'seq' | 'user'>;

/** The same, with those that this version cannot read. */
export function storedRows(user: string): Promise<Queued[]> {
  return stored(
    () => read(() => transact('outbox', 'readonly', store => store.index('open').getAll([user, 1]))),
    () => [...memory.values()].filter(row => row.user === user && row.open),
  );
}

/** The operations of a person that landed since then, oldest first. */
export async function landedRows(user: string, since: number): Promise<Queued[]> {
  const range = IDBKeyRange.bound([user, since], [user, Number.POSITIVE_INFINITY]);
  const rows = await stored(
    () => read(() => transact('outbox', 'readonly', store => store.index('landed').getAll(range))),
    () => [...memory.values()].filter(row => row.user === user && (row.landedAt ?? -1) >= since),
  );
  return rows.filter(isReadable);
}

function remember(row: Queued): number {
  lastSeq += 1;
  const seq = row.seq ?? lastSeq;
  memory.set(seq, { ...row, seq });
  return seq;
}

/** Works in the database, or in memory where this browser stores nothing. */
export async function stored<T>(inDatabase: () => Promise<T>, inMemory: () => T): Promise<T> {
  if (isMemoryOnly()) return inMemory();
  try {
    return await inDatabase();
  } catch (error) {
    if (!(error instanceof NoStorage)) throw error;
    hasStorage = false;
    return inMemory();
  }
}

/** A newer version of the app may have stored what this one does not know. */
export function isReadable({ op, path, input, at, v }: Queued): boolean {
  const isObject = typeof input === 'object' && input !== null;
  return typeof op === 'string' && isOfflinePath(path) && isObject && at > 0 && v <= CONTRACT;
}

/** What is read is tried again, or the database that fails is set aside. */
async function read<T>(request: () => Promise<T>): Promise<T> {
  return request().catch(error => {
    if (error instanceof NoStorage) throw error;
    return rescued(request, error);
  });
}

/** If the disk is full, deletes the stored responses and writes again. The server has a copy of them, not of the outbox. */
async function withRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
    await transact('reads', 'readwrite', store => store.clear());
    return write();
  }
}
