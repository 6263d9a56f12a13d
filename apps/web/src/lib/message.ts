/** What to show of a failure: the server's own words, or why there are none. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Calls word their own failures; what is left is a part of the app that did not come.
  return error instanceof TypeError
    ? 'This page could not be loaded. Check your connection and try again.'
    : error.message;
}
