import { closeDatabase, databaseName, NAME_KEY, NoStorage, openNamed } from './open-database.ts';
import { tellSetAside } from './set-aside.ts';

/** Milliseconds before each attempt: browsers lose their storage for a moment at times. */
const WAITS = [100, 400, 1_500];

/**
 * Repeats what failed. A database that keeps failing is set aside, and an empty one takes its place.
 * @throws NoStorage if there is none.
 */
export async function rescue<T>(attempt: () => Promise<T>, cause: unknown): Promise<T> {
  const failed = databaseName();
  // Without its stores it stays as it is.
  for (const ms of cause instanceof NoStorage ? [] : WAITS) {
    await new Promise(resolve => setTimeout(resolve, ms));
    try {
      closeDatabase();
      return await attempt();
    } catch {
      // The next attempt, or another database.
    }
  }
  if (databaseName() === failed) await setAside(cause);
  return attempt();
}

/** The former database stays unchanged, for later starts (recover.ts). */
async function setAside(cause: unknown): Promise<void> {
  const name = `onus ${Date.now()}`;
  try {
    (await openNamed(name)).close();
  } catch {
    throw new NoStorage('This browser stores nothing for this page', { cause });
  }
  localStorage.setItem(NAME_KEY, name);
  closeDatabase();
  tellSetAside();
}
