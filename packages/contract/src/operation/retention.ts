// Apart from the schemas: the browser counts days too, and must not load zod for it.

const DAY = 86_400_000;

/** Milliseconds for which the server knows that it has applied an operation. */
export const LEDGER_KEPT_FOR = 90 * DAY;
/** After this time the app shows a waiting operation for review and does not send it by itself. */
export const REVIEW_AFTER = 60 * DAY;
/** Milliseconds for which the server also keeps what it answered. Later it repeats that the call was done, with null. */
export const ANSWER_KEPT_FOR = DAY;
/** Characters of the longest answer that is kept. */
export const LONGEST_ANSWER = 64 * 1024;
/** After `onus restore`, browsers send again what the server applied in this time. */
export const LANDED_KEPT_FOR = 7 * DAY;
