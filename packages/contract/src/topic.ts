/**
 * What a tick can say has changed. A tick carries no data: those who may see the change ask again.
 * `message` comes beside `chat` where a message that was there is another now, or gone: so a new one does not
 * make a client ask again for all it has of a thread. `session` is never forwarded to a browser as data to refetch; it makes streams look at their rights again.
 */
export const TOPICS = ['task', 'member', 'grocery', 'chat', 'message', 'session'] as const;
export type Topic = (typeof TOPICS)[number];

/** With which a socket is closed when the session behind it is over. Private codes start at 4000 (RFC 6455). */
export const SESSION_ENDED = 4001;

/** With which it is closed when its user's rights are others now: a browser comes back by itself, with those. */
export const RIGHTS_CHANGED = 4002;
