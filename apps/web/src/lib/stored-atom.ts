import { type Atom, createAtom } from '@tanstack/react-store';

/**
 * An atom that survives a reload and ends with `forget`.
 * @param place where it is stored: with the tab, unless a caller brings another one.
 */
export function createStoredAtom<T>(key: string, initial: T, place: Place = () => sessionStorage): Atom<T> {
  const atom = createAtom(read(place, key, initial));
  atom.subscribe(value => write(place, key, value));
  forgetting.push(() => atom.set(() => initial));
  return atom;
}

/** Clears all stored atoms at logout, so that the next person finds no typed text. */
export function forgetStored(): void {
  for (const forget of forgetting) forget();
}

const forgetting: (() => void)[] = [];

type Place = () => Storage;

/** If the browser forbids storage, the value lasts until a reload. */
function read<T>(place: Place, key: string, initial: T): T {
  try {
    const stored = place().getItem(key);
    return stored === null ? initial : JSON.parse(stored);
  } catch {
    return initial;
  }
}

function write(place: Place, key: string, value: unknown): void {
  try {
    place().setItem(key, JSON.stringify(value));
  } catch {
    // The atom itself holds the value.
  }
}
