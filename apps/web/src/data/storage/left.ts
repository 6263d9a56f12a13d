import { isSharedComputer } from './shared-computer.ts';

const KEY = 'onus.left ';

/**
 * Notes that a person's session ended here. What it left unsent is kept for them for a while (rule 7.8). A shared computer
 * keeps nothing, so it does not name them either.
 */
export function noteEnd(user: string): void {
  if (user && !isSharedComputer()) localStorage.setItem(KEY + user, String(Date.now()));
}

export function forgetEnd(user: string): void {
  localStorage.removeItem(KEY + user);
}

/** The people whose session ended here. */
export function leftUsers(): string[] {
  return Object.keys(localStorage).flatMap(key => (key.startsWith(KEY) ? key.slice(KEY.length) : []));
}

/** When a person's session ended, in epoch milliseconds; undefined if it has not. */
export function leftAt(user: string): number | undefined {
  return Number(localStorage.getItem(KEY + user)) || undefined;
}
