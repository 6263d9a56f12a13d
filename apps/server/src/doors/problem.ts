import { DomainError, STATUS } from '@onus/api/errors';

/** A refusal as a door tells it: the domain's own, or what Fastify found wrong with the request itself. */
export interface Problem {
  code: string;
  message: string;
  status: number;
  newest?: unknown;
  retryAfter?: number | undefined;
}

export function problemOf(error: unknown): Problem {
  const cause = causeOf(error);
  if (cause) {
    const { code, message, newest, retryAfter } = cause;
    return { code, message, status: STATUS[code], newest, retryAfter };
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return { code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than 256 KB', status };
  if (status === 415) return { code: 'BAD_REQUEST', message: 'The body must be JSON', status };
  if (status >= 400 && status < 500)
    return { code: 'BAD_REQUEST', message: 'The request is not valid', status };
  return { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong on the server', status: 500 };
}

function causeOf(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  return error instanceof Error && error.cause instanceof DomainError ? error.cause : undefined;
}
