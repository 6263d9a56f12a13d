import { createStore, type Store } from './store.ts';

/** A store that outlives a reload of this tab and no more: it ends with the tab, or when it is forgotten. */
export function createKeptStore<T>(key: string, initial: T): Store<T> {
  const store = createStore(read(key, initial));
  function set(value: T): void {
    store.set(value);
    write(key, value);
  }
  forgetting.push(() => set(initial));
  return { ...store, set };
}

/** After a logout nothing that was typed is left for the next person. */
export function forgetKept(): void {
  for (const forget of forgetting) forget();
}

const forgetting: (() => void)[] = [];

/** A browser may forbid storage: what is kept then lasts as long as the page. */
function read<T>(key: string, initial: T): T {
  try {
    const stored = sessionStorage.getItem(key);
    return stored === null ? initial : JSON.parse(stored);
  } catch {
    return initial;
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing to do: the store itself holds the value for this page.
  }
}
