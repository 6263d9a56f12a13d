/** Only from a server that answers: otherwise the browser's own error page would take the place of the app. */
export async function reload(): Promise<void> {
  const answer = await fetch('/healthz').catch(() => null);
  if (answer?.ok) location.reload();
}
