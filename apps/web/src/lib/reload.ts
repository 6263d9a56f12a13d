/** Reloads only if the server responds. Otherwise the browser would show its error page. */
export async function reload(): Promise<void> {
  const answer = await fetch('/healthz').catch(() => null);
  if (answer?.ok) location.reload();
}
