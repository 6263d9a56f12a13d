import { useSyncExternalStore } from 'react';

/** The breakpoint `desk` of styles.css, for layouts that render different panes. */
export function useIsDesktop(): boolean {
  return useMedia('(width >= 40rem)');
}

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    listener => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
