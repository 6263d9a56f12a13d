/** What to show of a failure: the server's own words, or why there are none. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOffline = error.cause instanceof TypeError || error instanceof TypeError;
  return isOffline ? 'The server cannot be reached. Check your connection and try again.' : error.message;
}
