/** The browser has no usable storage for this origin, for example because the user forbids it. */
export class NoStorage extends Error {}

let opened: Promise<IDBDatabase> | null = null;

/** The database that is in use. */
export function openDatabase(): Promise<IDBDatabase> {
  opened ??= openNamed(databaseName()).catch(error => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Closes it once its transactions are complete. The next one opens it again. */
export function closeDatabase(): void {
  opened?.then(database => database.close()).catch(() => {});
  opened = null;
}

export function databaseName(): string {
  return localStorage.getItem(NAME_KEY) ?? 'onus';
}

/** The local storage key with the name of the database that replaced the first one. */
export const NAME_KEY = 'onus.database';

/** Opens the database without a version, so that an older app can open the database of a newer one. */
export function openNamed(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => createStores(request.result);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const isWhole =
        database.objectStoreNames.contains('outbox') && database.objectStoreNames.contains('reads');
      if (!isWhole) return reject(new NoStorage('The database has no stores'));
      const forget = () => {
        opened = null;
      };
      database.onclose = forget;
      database.onversionchange = () => {
        database.close();
        forget();
      };
      resolve(database);
    };
  });
}

function createStores(database: IDBDatabase): void {
  const outbox = database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
  // A row without `open` is not in the first index, and a row without `landedAt` not in the second.
  outbox.createIndex('open', ['user', 'open']);
  outbox.createIndex('landed', ['user', 'landedAt']);
  database.createObjectStore('reads', { keyPath: ['user', 'key'] });
}
