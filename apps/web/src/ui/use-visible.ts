import { useSyncExternalStore } from 'react';

/** Whether anybody can see this page: a tab in the background is not read. */
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
