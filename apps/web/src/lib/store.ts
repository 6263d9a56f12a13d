import { useSyncExternalStore } from 'react';

/** A value outside React that components can watch. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  use(): T;
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let current = initial;

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    get: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    use() {
      // biome-ignore lint/correctness/useHookAtTopLevel: a method of a store is called like any hook, from a component's top level.
      return useSyncExternalStore(subscribe, () => current);
    },
  };
}
