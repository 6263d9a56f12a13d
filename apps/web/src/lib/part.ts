import { createStore } from './store.ts';

/** A part of the app whose code is not in the page: it is fetched when it is asked for. */
export interface Part<Module> {
  /** What there is of it by now. */
  use(): Module | null;
  /** @throws a TypeError when it does not come. A browser does not ask again for a part it once failed to get. */
  fetch(): Promise<Module>;
  /** If it fails now, asking for it says so. */
  fetchEarly(): void;
  /** To be spread on what asks for it: it is fetched as soon as a hand or the focus comes near. */
  near: Near;
}

/** What to do when a hand, or the focus, comes near. */
export interface Near {
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** @param load the import, written out where it is used: the build makes the part of it. */
export function createPart<Module>(load: () => Promise<Module | undefined>): Part<Module> {
  const store = createStore<Module | null>(null);

  async function fetch(): Promise<Module> {
    const known = store.get();
    if (known) return known;
    const module = await load();
    // To Vite a part that does not come is no error once main.tsx has taken it as its own: it is nothing.
    if (!module) throw new TypeError('Failed to fetch');
    store.set(module);
    return module;
  }

  function fetchEarly(): void {
    if (navigator.onLine) fetch().catch(() => {});
  }

  return { use: store.use, fetch, fetchEarly, near: { onPointerEnter: fetchEarly, onFocus: fetchEarly } };
}
