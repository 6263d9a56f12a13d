/** The object stores of the database. Both hold rows of every person who signed in here. */
export type StoreName = 'outbox' | 'reads';

/** The browser has no usable storage for this origin, for example because the user forbids it. */
export class NoStorage extends Error {}

/**
 * Runs one request in its own transaction. The promise resolves only when the data is on the disk, so that a change that
 * the app calls saved survives a crash.
 */
export async function transact<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(name));
    // Without waiting for the request: the page may be ended before its response.
    transaction.commit();
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error ?? new NoStorage());
  });
}

/** Calls the listener when a database cannot be read and an empty one replaces it. @returns a function that removes it. */
export function whenSetAside(listener: () => void): () => void {
  setAside.add(listener);
  if (isUnreported) tell();
  return () => void setAside.delete(listener);
}

const setAside = new Set<() => void>();

/** Set when it happened before a page listened. */
let isUnreported = false;

function tell(): void {
  isUnreported = setAside.size === 0;
  for (const listener of setAside) listener();
}

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= openNamed(localStorage.getItem(NAME_KEY) ?? 'onus').catch(openAnother);
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/** The local storage key with the name of the database that replaced the first one. */
const NAME_KEY = 'onus.database';

/** Opens the database without a version, so that an older app can open the database of a newer one. */
function openNamed(name: string): Promise<IDBDatabase> {
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

/** Uses another database from now on, because this one cannot be read. */
export async function setDatabaseAside(cause: unknown): Promise<void> {
  const broken = await opened?.catch(() => null);
  broken?.close();
  opened = openAnother(cause);
  await opened;
}

/** The unreadable database stays unchanged. */
async function openAnother(cause: unknown): Promise<IDBDatabase> {
  const name = `onus ${Date.now()}`;
  try {
    const database = await openNamed(name);
    localStorage.setItem(NAME_KEY, name);
    tell();
    return database;
  } catch {
    throw new NoStorage('This browser stores nothing for this page', { cause });
  }
}

function createStores(database: IDBDatabase): void {
  const outbox = database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
  // A row without `open` is not in the first index, and a row without `landedAt` not in the second.
  outbox.createIndex('open', ['user', 'open']);
  outbox.createIndex('landed', ['user', 'landedAt']);
  database.createObjectStore('reads', { keyPath: ['user', 'key'] });
}
