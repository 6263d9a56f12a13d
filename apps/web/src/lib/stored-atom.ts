import { type Atom, createAtom } from '@tanstack/react-store';

/** An atom that survives a reload and ends with the tab or with `forget`. */
export function createStoredAtom<T>(key: string, initial: T): Atom<T> {
  const atom = createAtom(read(key, initial));
  atom.subscribe(value => write(key, value));
  forgetting.push(() => atom.set(() => initial));
  return atom;
}

/** Clears all stored atoms at logout, so that the next person finds no typed text. */
export function forgetStored(): void {
  for (const forget of forgetting) forget();
}

const forgetting: (() => void)[] = [];

/** If the browser forbids storage, the value lasts until a reload. */
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
    // The atom itself holds the value.
  }
}
