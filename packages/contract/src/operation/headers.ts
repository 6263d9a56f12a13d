/**
 * Request header of a tRPC batch: the id of the operation that each call carries out, comma-separated, in the order
 * of the calls, empty where a call has none. The calls of such a batch run one after the other.
 */
export const OPERATIONS_HEADER = 'onus-operations';

/** Response header: the version of the contract that the server speaks. */
export const CONTRACT_HEADER = 'onus-contract';

/** Response header: which copy of the data the server works on. Another value means that a backup was restored. */
export const EPOCH_HEADER = 'onus-epoch';

/**
 * Response header, beside the cookie of a session: the id of the last change event. What is requested after this
 * response includes every change up to it, so that `live.onChangeSince` can go on from there.
 */
export const EVENT_HEADER = 'onus-event';

/** Request header of a REST write: any UUID. The same key again repeats the response. */
export const KEY_HEADER = 'idempotency-key';

/** Grows when an operation that is stored in a browser must be converted. Servers convert older ones for 90 days. */
export const CONTRACT = 1;

/** The value of the request header. @param ops of the calls of a batch, in their order; null where a call has none. */
export function operationsHeader(ops: readonly (string | null)[]): string {
  return ops.map(op => op ?? '').join(',');
}

/** The ids in a request header, in the order of the calls; null where a call has none. */
export function operationsIn(header: string): (string | null)[] {
  return header.split(',').map(op => op.trim() || null);
}
