// Apart from the other limits: the browser needs these two, and not the reasons of all.

/** Calls in one batch or frame. */
export const BATCH_CALLS = 20;

/** With which a socket is closed when its client goes over a limit; the reason names the limit. */
export const OVER_LIMIT = 4029;
