/**
 * Codes that the ledger adds to those of the procedures.
 * - `NOT_TRIED`, 425: a call before it in the batch has no verdict. Send it again.
 * - `OPERATION_TOO_OLD`, 400: made so long ago that the server cannot tell whether it was applied.
 * - `OPERATION_REUSED`, 422: the id or key was used for another request.
 * - `ANSWER_GONE`, 409: the write was done more than a day ago, and its response is not kept.
 */
export const OPERATION_CODES = {
  NOT_TRIED: 425,
  OPERATION_TOO_OLD: 400,
  OPERATION_REUSED: 422,
  ANSWER_GONE: 409,
} as const;
export type OperationCode = keyof typeof OPERATION_CODES;

/** Statuses below 500 that say nothing of an operation: sign in first, later, or not tried. */
const NO_VERDICT = [401, 408, 425, 429, 499];

/** Refusals, with 403, of the token or the session and not of the operation. */
const OF_THE_SESSION = [
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'SESSION_REVOKED',
  'INACTIVE',
  'SECOND_FACTOR_REQUIRED',
];

/**
 * Whether the refusal of a call is final: the operation was not applied and will not be. Anything else, such as a
 * locked disk, is no verdict: send the same operation again.
 * @param code the procedure's own code, `data.reason` of a tRPC error.
 * @param status the HTTP status of the call, `data.httpStatus` of a tRPC error.
 */
export function isVerdict(code: string | undefined, status: number): boolean {
  if (status < 400 || status >= 500 || NO_VERDICT.includes(status)) return false;
  return code === undefined || !OF_THE_SESSION.includes(code);
}
