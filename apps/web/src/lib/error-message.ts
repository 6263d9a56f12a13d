/** The message of an error for the user. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Calls have their own messages. A TypeError is code of the app that failed to load.
  return error instanceof TypeError
    ? 'This page could not be loaded. Check your connection and try again.'
    : error.message;
}
