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
  /** Whole seconds after which another try makes sense; every door passes it on as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, newest?: unknown, retryAfter?: number) {
    super(message);
    this.code = code;
    this.newest = newest;
    this.retryAfter = retryAfter ?? (code === 'SERVICE_UNAVAILABLE' ? 5 : undefined);
  }
}

/** @param waitMs milliseconds until the next try is heard. */
export function tooMany(waitMs: number): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new DomainError('TOO_MANY_REQUESTS', `Too many attempts. Try again in ${wait}.`, undefined, seconds);
}

/** An object that does not exist or is not the caller's: the same answer for both (decision 2.7). */
export function notFound(what: string): DomainError {
  return new DomainError('NOT_FOUND', `${what} not found`);
}

/** Stops a call that a policy does not allow. */
export function permit(allowed: boolean, refusal = 'You may not do this'): void {
  if (!allowed) throw new DomainError('FORBIDDEN', refusal);
}
