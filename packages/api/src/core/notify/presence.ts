import type { Scope } from '../scope.ts';

/**
 * When people last looked at their grocery list. A visible page reads the list again after every change, and a hidden one
 * does not (rule 7.10): a person whose app has read it since a change has seen the change. Messages need nothing of this,
 * as an open thread marks them as read.
 */
export interface Presence {
  sawGroceries<Seen>(scope: Scope, seen: Seen): Seen;
  hasSeenGroceries(userId: string, since: number): boolean;
}

export function createPresence(): Presence {
  /** One number for each person. */
  const seenAt = new Map<string, number>();
  return {
    sawGroceries({ userId, now }, seen) {
      seenAt.set(userId, now);
      return seen;
    },
    hasSeenGroceries: (userId, since) => (seenAt.get(userId) ?? 0) >= since,
  };
}
