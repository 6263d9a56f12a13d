/**
 * The topics of change events. An event carries no data: the clients that may see the change refetch.
 * `message` comes with `chat` when a message was edited or deleted, so that a new message does not make clients refetch
 * the loaded pages of a thread. `session` makes streams check their session and browsers refresh their token.
 */
export const TOPICS = ['task', 'member', 'grocery', 'chat', 'message', 'session'] as const;
export type Topic = (typeof TOPICS)[number];

/** The close code for an ended session. Private codes start at 4000 (RFC 6455). */
export const SESSION_ENDED = 4001;

/** The close code for changed permissions. A browser reconnects with the new ones. */
export const RIGHTS_CHANGED = 4002;

/**
 * The reason with which a server that restarts closes a socket (1012). Many browsers that came back in the same second would
 * make each other wait.
 * @param ms in which all come back, each at a moment of its own.
 */
export function returnWithin(ms: number): string {
  return `return within ${Math.round(ms)} ms`;
}

/** The milliseconds of that reason; 0 for any other. */
export function msToReturn(reason: string | undefined): number {
  return Number(reason?.match(/^return within (\d+) ms$/)?.[1] ?? 0);
}

/**
 * The milliseconds after which a client connects again (rule 19.3).
 * @param attempt how many attempts have failed in a row.
 * @param left milliseconds that are left of those in which all clients come back.
 * @param random from 0 up to 1.
 */
export function msToReconnect(attempt: number, left: number, random: () => number): number {
  const usual = Math.min(1000 * 2 ** attempt, 5000) * (0.5 + random());
  // At first fewer come back: a process that has just started takes longer for each.
  return usual + Math.max(left - usual, 0) * random() ** 0.75;
}
