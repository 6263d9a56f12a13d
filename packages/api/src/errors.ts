/**
 * Every reason for which the domain says no, with the HTTP status both doors answer (decision 2.7).
 * tRPC's own codes are coarser: this one travels beside them.
 */
export const STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  TOKEN_EXPIRED: 403,
  TOKEN_INVALID: 403,
  SESSION_REVOKED: 403,
  INACTIVE: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;
export type ErrorCode = keyof typeof STATUS;

/** The one error the domain throws. The procedure ladder alone turns it into a TRPCError. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  /** With CONFLICT: the row as it is now, for the client whose copy was older (decision 4.8). */
  readonly newest: unknown;

  constructor(code: ErrorCode, message: string, newest?: unknown) {
    super(message);
    this.code = code;
    this.newest = newest;
  }
}

/** An object that does not exist or is not the caller's: the same answer for both (decision 2.7). */
export function notFound(what: string): DomainError {
  return new DomainError('NOT_FOUND', `${what} not found`);
}

/** Stops a call that a policy does not allow. */
export function permit(allowed: boolean, refusal = 'You may not do this'): void {
  if (!allowed) throw new DomainError('FORBIDDEN', refusal);
}
