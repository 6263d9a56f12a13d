import { useSyncExternalStore } from 'react';

/** The breakpoint `desk` of styles.css, for layouts that render different panes. */
export function useIsDesktop(): boolean {
  return useMedia('(width >= 40rem)');
}

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  known[query] ??= mediaOf(query);
  const { subscribe, matches } = known[query];
  return useSyncExternalStore(subscribe, matches);
}

/** Kept, because a function of each rendering would be subscribed again at each rendering. */
const known: Record<string, ReturnType<typeof mediaOf>> = {};

function mediaOf(query: string) {
  const list = matchMedia(query);
  return {
    subscribe: (listener: () => void) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    matches: () => list.matches,
  };
}
