/** Reloads only if the server responds. Otherwise the browser would show its error page. */
export async function reload(): Promise<void> {
  const answer = await fetch('/healthz').catch(() => null);
  if (answer?.ok) location.reload();
}

/** Loads a page again that has lost a file, once, unless the person has begun to use it. */
export function reloadUnused(): void {
  setTimeout(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const isUsed = navigator.userActivation?.hasBeenActive ?? true;
    if (!isUsed && visit?.type !== 'reload') void reload();
  }, PAUSE);
}

/** Milliseconds. */
const PAUSE = 500;
