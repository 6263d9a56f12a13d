import { NoStorage, openDatabase } from './open-database.ts';

/** The object stores of the database. Both hold rows of every person who signed in here. */
export type StoreName = 'outbox' | 'reads';

/**
 * Runs one request in its own transaction. The promise resolves only when the data is on the disk, so that a change that
 * the app calls saved survives a crash.
 */
export async function transact<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase().catch(cause => rescued(openDatabase, cause));
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(name));
    // Without waiting for the request: the page may be ended before its response.
    transaction.commit();
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error ?? new NoStorage());
  });
}

/** What failed because of the database. The code of the rescue loads only then. @throws NoStorage if nothing helps. */
export async function rescued<T>(attempt: () => Promise<T>, cause: unknown): Promise<T> {
  const module = await import('./rescue.ts').catch(() => {
    throw new NoStorage();
  });
  return module.rescue(attempt, cause);
}
