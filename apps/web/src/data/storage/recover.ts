import { databaseName, openNamed } from './open-database.ts';

/**
 * Moves the outbox of every database that was set aside and can be read again. Each is deleted once its rows are stored.
 * @param add stores a row behind all others.
 * @returns whether there were any.
 */
export async function recoverRows<Row>(add: (row: Row) => Promise<unknown>): Promise<boolean> {
  let hasFound = false;
  for (const { name = '' } of await indexedDB.databases()) {
    if (!/^onus( \d+)?$/.test(name) || name === databaseName()) continue;
    const rows = await outboxOf<Row>(name).catch(() => null);
    if (rows === null) continue;
    for (const row of rows) await add(row);
    indexedDB.deleteDatabase(name);
    hasFound ||= rows.length > 0;
  }
  return hasFound;
}

async function outboxOf<Row>(name: string): Promise<Row[]> {
  const database = await openNamed(name);
  try {
    return await new Promise((resolve, reject) => {
      const request = database.transaction('outbox').objectStore('outbox').getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    database.close();
  }
}
