import { databaseName, openNamed } from './open-database.ts';

/**
 * Moves the outbox of every database that was set aside and can be read again. An empty one stays, because a tab that
 * could still read it may go on to write to it.
 * @param add stores a row behind all others.
 * @returns whether there were any.
 */
export async function recoverRows<Row extends { seq?: number }>(
  add: (row: Row) => Promise<unknown>,
): Promise<boolean> {
  let hasFound = false;
  for (const { name = '' } of await indexedDB.databases()) {
    if (!/^onus( \d+)?$/.test(name) || name === databaseName()) continue;
    const rows = await outboxOf(name, store => store.getAll() as IDBRequest<Row[]>).catch(() => []);
    for (const row of rows) {
      await add(row);
      await outboxOf(name, store => store.delete(row.seq as number));
      hasFound = true;
    }
  }
  return hasFound;
}

async function outboxOf<T>(name: string, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openNamed(name);
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction('outbox', 'readwrite');
      const request = work(transaction.objectStore('outbox'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}
