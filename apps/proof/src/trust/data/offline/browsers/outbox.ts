/** An operation as the app has stored it. */
export interface Stored {
  seq: number;
  op: string;
  path: string;
  input: { id?: string; name?: string; message?: string; by?: number; purchased?: boolean };
  /** What the server said when it refused it. */
  refusal?: string;
}

/** What a browser has stored of the writes of its person. */
export interface Outbox {
  /** Operations that are new since the last look. */
  stored: Stored[];
  /** How many the server has not answered yet. */
  waiting: number;
  /** What the server refused. */
  refused: Stored[];
}

/** Runs in the page. @param after the place of the last operation that is known. */
export async function readOutbox(after: number): Promise<Outbox> {
  const name = localStorage.getItem('onus.database') ?? 'onus';
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const names = (await indexedDB.databases()).map(one => one.name);
  if (!names.includes(name)) return { stored: [], waiting: 0, refused: [] };
  const database = await done(indexedDB.open(name));
  try {
    const store = database.transaction('outbox').objectStore('outbox');
    const stored = await done(store.getAll(IDBKeyRange.lowerBound(after, true)));
    const open: Stored[] = await done(store.index('open').getAll());
    const refused = open.filter(({ refusal }) => refusal !== undefined);
    return { stored, waiting: open.length - refused.length, refused };
  } finally {
    database.close();
  }
}
