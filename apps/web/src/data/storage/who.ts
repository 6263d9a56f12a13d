import type { CurrentUser } from '../session/access-token.ts';
import { isSharedComputer } from './shared-computer.ts';

/** Milliseconds: as long as a session lasts without a refresh (rule 2.6). */
const KEPT_FOR = 30 * 86_400_000;

interface Remembered {
  user: CurrentUser;
  /** Epoch milliseconds. */
  until: number;
}

/**
 * The person who was signed in here last, so that the app opens before the server responds. It grants no permission: the
 * server checks the token of every request.
 */
export function whoWas(): CurrentUser | null {
  try {
    const { user, until }: Remembered = JSON.parse(localStorage.getItem(KEY) ?? '');
    return until > Date.now() && user.id ? user : null;
  } catch {
    return null;
  }
}

export function rememberWho(user: CurrentUser): void {
  if (isSharedComputer()) return;
  const remembered: Remembered = { user, until: Date.now() + KEPT_FOR };
  localStorage.setItem(KEY, JSON.stringify(remembered));
}

export function forgetWho(): void {
  localStorage.removeItem(KEY);
}

const KEY = 'onus.who';
