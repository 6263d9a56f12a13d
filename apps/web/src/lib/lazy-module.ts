import { createAtom, type ReadonlyAtom } from '@tanstack/react-store';
import { isFromShell } from './shell/register.ts';

/** Code that is loaded on demand. */
export interface LazyModule<Module> {
  /** The loaded module, if any. */
  loaded: ReadonlyAtom<Module | null>;
  /** @throws TypeError if it fails to load. A browser does not retry a failed import. */
  fetch(): Promise<Module>;
  /** In a task of its own, because the caller may have something to paint. Ignores a failure, which `fetch` reports. */
  fetchEarly(): void;
  /** Props for the control that needs it: hover and focus start the download. */
  near: Near;
}

/** Handlers for hover and focus. */
export interface Near {
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** @param load the `import()` expression of the caller, from which the build creates the chunk. */
export function createLazyModule<Module>(load: () => Promise<Module | undefined>): LazyModule<Module> {
  const loaded = createAtom<Module | null>(null);
  /** One for all callers, so that they continue in the order in which they asked. */
  let pending: Promise<Module> | undefined;

  function fetch(): Promise<Module> {
    if (pending) return pending;
    pending = load().then(module => {
      // Vite resolves a failed import to undefined, because main.tsx handles its error event.
      if (!module) throw new TypeError('Failed to fetch');
      loaded.set(module);
      return module;
    });
    pending.catch(() => {
      pending = undefined;
    });
    return pending;
  }

  function fetchEarly(): void {
    if (navigator.onLine || isFromShell()) setTimeout(fetch);
  }

  return { loaded, fetch, fetchEarly, near: { onPointerEnter: fetchEarly, onFocus: fetchEarly } };
}
