/** The files of one build; `app-shell.ts` writes them in front of the worker. */
declare const SHELL: {
  /** Named by the content of all files and of the worker. */
  cache: string;
  /** Path → hash. Empty for a path under /assets/, which carries the hash of its content in its name. */
  files: Record<string, string>;
};

/** The page of every route. */
const PAGE = '/index.html';
const PREFIX = 'onus-shell-';

/** Files. A browser opens six connections to a server, and the page needs some for what the person does in this time. */
const AT_ONCE = 3;

/** Stores every file of this build, or none. @throws when one cannot be had, or is of another build. */
export async function storeShell(): Promise<void> {
  const isNew = !(await caches.has(SHELL.cache));
  const cache = await caches.open(SHELL.cache);
  try {
    await storeFiles(cache);
  } catch (error) {
    if (isNew) await caches.delete(SHELL.cache);
    throw error;
  }
}

/** Files of this build, and those that a page of an earlier one may still ask for. */
export function isShellFile(path: string): boolean {
  return path in SHELL.files || path.startsWith('/assets/');
}

/** The page as this build has it; from the server only if a browser has dropped the copy. */
export async function shellPage(request: Request): Promise<Response> {
  return (await caches.match(PAGE, { cacheName: SHELL.cache })) ?? fetch(request);
}

export async function shellFile(request: Request, path: string): Promise<Response> {
  const known = await caches.match(path, { cacheName: SHELL.cache, ignoreVary: true });
  const response = known ?? (await caches.match(path, { ignoreVary: true })) ?? (await fetch(request));
  // The copy has a hole that the server cannot fill, so the page that needs it must come from the server too.
  if (response.status === 404 && path in SHELL.files) await caches.delete(SHELL.cache);
  return response;
}

/** Removes the files of earlier builds; `caches.keys` lists the oldest first. */
export async function removeOlderShells(): Promise<void> {
  const names = await caches.keys();
  const older = names.slice(0, Math.max(0, names.indexOf(SHELL.cache)));
  await Promise.all(older.filter(isShell).map(name => caches.delete(name)));
}

export async function removeAllShells(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(isShell).map(name => caches.delete(name)));
}

async function storeFiles(cache: Cache): Promise<void> {
  const left = Object.entries(SHELL.files);
  async function storeNext(): Promise<void> {
    for (let file = left.shift(); file; file = left.shift()) await storeFile(cache, ...file);
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, storeNext));
  } finally {
    left.length = 0;
  }
}

async function storeFile(cache: Cache, path: string, integrity: string): Promise<void> {
  const kept = integrity ? undefined : await caches.match(path, { ignoreVary: true });
  const response = kept ?? (await fetch(path, integrity ? { integrity, cache: 'no-cache' } : {}));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(path, response);
}

function isShell(name: string): boolean {
  return name.startsWith(PREFIX);
}
