import { useSyncExternalStore } from 'react';

/** The breakpoint `desk` of styles.css, for what a class cannot decide: whether a pane is there at all. */
const DESK = '(width >= 40rem)';

export function useDesk(): boolean {
  return useSyncExternalStore(subscribe, isDesk);
}

function isDesk(): boolean {
  return matchMedia(DESK).matches;
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(DESK);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
