import { useSyncExternalStore } from 'react';

/** Whether the page is visible. A background tab does not mark messages as read. */
export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
