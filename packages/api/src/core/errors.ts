import { atMost, type Budget } from '@onus/contract/limits/budgets';
import { OPERATION_CODES } from '@onus/contract/operation/verdict';

/**
 * Every reason for which the domain says no, with the HTTP status REST and tRPC answer (rule 2.7).
 * tRPC's own codes are coarser: this one travels beside them.
 */
export const STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  SECOND_FACTOR: 401,
  FORBIDDEN: 403,
  TOKEN_EXPIRED: 403,
  TOKEN_INVALID: 403,
  SESSION_REVOKED: 403,
  INACTIVE: 403,
  CONFIRM_PASSWORD: 403,
  SECOND_FACTOR_REQUIRED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  ...OPERATION_CODES,
  PAYLOAD_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;
export type ErrorCode = keyof typeof STATUS;

/** The one error the domain throws. The middleware chain alone turns it into a TRPCError. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  /** With CONFLICT: the row as it is now, for the client whose copy was older (rule 4.8). */
  readonly newest: unknown;
  /** Whole seconds after which another try makes sense; every entry point passes it on as Retry-After. */
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
  return refusedFor(waitMs, 'Too many attempts');
}

/** The refusal of a limit, which names it. @param waitMs milliseconds until another try makes sense. */
export function overBudget(budget: Budget, waitMs: number): DomainError {
  return refusedFor(waitMs, atMost(budget));
}

function refusedFor(waitMs: number, sentence: string): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return withoutStack(
    () => new DomainError('TOO_MANY_REQUESTS', `${sentence}. Try again in ${wait}.`, undefined, seconds),
  );
}

/** Who goes over a limit does so often: collecting and writing a stack costs more than all else of the refusal. */
function withoutStack(make: () => DomainError): DomainError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = make();
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** An object that does not exist or is not the caller's: the same answer for both (rule 2.7). */
export function notFound(what: string): DomainError {
  return new DomainError('NOT_FOUND', `${what} not found`);
}

/** The session was ended, ran out, or its owner was deactivated. */
export function sessionRevoked(): DomainError {
  return new DomainError('SESSION_REVOKED', 'Your login has expired');
}

/** The person must have a second factor, and this session has shown none (rule 9.4). */
export function secondFactorRequired(): DomainError {
  return new DomainError('SECOND_FACTOR_REQUIRED', 'This server requires a second factor. Set one up first.');
}

/** The refusal that an error is, or that it was made of, as a TRPCError is; none for anything else that went wrong. */
export function refusalIn(error: unknown): DomainError | undefined {
  const cause = error instanceof Error && !(error instanceof DomainError) ? error.cause : error;
  return cause instanceof DomainError ? cause : undefined;
}

/** Stops a call that a policy does not allow. */
export function permit(allowed: boolean, refusal = 'You may not do this'): void {
  if (!allowed) throw new DomainError('FORBIDDEN', refusal);
}
