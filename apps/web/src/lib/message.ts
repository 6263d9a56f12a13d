import { AWAY } from './answer.ts';

/** What to show of a failure: the server's own words, or why there are none. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A part of the app that could not be loaded: the browser has words for it that nobody understands.
  return error instanceof TypeError ? AWAY : error.message;
}
