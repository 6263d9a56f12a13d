import { TRPCError } from '@trpc/server';
import type { FastifyBaseLogger } from 'fastify';
import { problemOf } from './problem.ts';

export type ErrorLog = Pick<FastifyBaseLogger, 'error'>;

/**
 * Writes an error to the log when it is a bug and no refusal. Every entry point passes its errors here: the
 * client is told nothing of a bug, so the log is the only place that says what happened.
 * @param procedure the call that failed, where the error does not come with a request.
 */
export function logInternalError(log: ErrorLog, error: unknown, procedure?: string): void {
  // What tRPC itself refuses, as a method that does not fit, comes without an error of ours.
  if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') return;
  const { status, message } = problemOf(error);
  if (status !== 500) return;
  const err = error instanceof TRPCError && error.cause ? error.cause : error;
  log.error({ err, ...(procedure === undefined ? {} : { procedure }) }, message);
}
