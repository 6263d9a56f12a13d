/** The most tasks that one action changes: as many as the outbox sends in a few seconds. */
export const AT_ONCE = 500;
