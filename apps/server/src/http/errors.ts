import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, refusalIn, STATUS } from '@onus/api/core/errors';
import { TRPCError } from '@trpc/server';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { BARE_SECURITY_HEADERS } from './security-headers.ts';

export type ErrorLog = Pick<FastifyBaseLogger, 'error'>;

/** A refusal as an entry point tells it: the domain's own, or what Fastify found wrong with the request itself. */
export interface Problem {
  code: string;
  message: string;
  status: number;
  newest?: unknown;
  retryAfter?: number | undefined;
}

export function problemOf(error: unknown): Problem {
  const refusal = refusalIn(error);
  if (refusal) {
    const { code, message, newest, retryAfter } = refusal;
    return { code, message, status: STATUS[code], newest, retryAfter };
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return { code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than 256 KB', status };
  if (status === 415) return { code: 'BAD_REQUEST', message: 'The body must be JSON', status };
  if (status >= 400 && status < 500)
    return { code: 'BAD_REQUEST', message: 'The request is not valid', status };
  return { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong on the server', status: 500 };
}

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

/** What Node finds wrong with a request before there is one: only the connection can be told. */
const KINDS: Record<string, Problem> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'BAD_REQUEST',
    message: 'The request took too long to arrive',
  },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'BAD_REQUEST', message: 'The headers are larger than 16 KB' },
};
const MALFORMED = { status: 400, code: 'BAD_REQUEST', message: 'The request is not valid' };

/** Milliseconds. */
const FAREWELL = 500;

/** The same body as every other refusal. It is logged nowhere: the error holds the request, secrets and all. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  socket.end(answerWithoutReply(KINDS[error.code ?? ''] ?? MALFORMED));
  // With what it still sends unread, the system would reset the connection before the answer is read.
  socket.resume();
  setTimeout(() => socket.destroy(), FAREWELL).unref();
}

/** A refusal as bytes, for a connection that Fastify does not answer. It is the last response on it. */
export function answerWithoutReply({ status, message, code, retryAfter }: Problem): string {
  const { body, headers } = bareAnswer({ message, code });
  const lines = Object.entries({
    ...headers,
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** What Node would refuse without a body. */
export function refuseWithBody(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const isHostless = raw.headers.host === undefined && raw.httpVersion === '1.1';
    done(isHostless ? new DomainError('BAD_REQUEST', 'The Host header is missing') : undefined);
  });
  app.server.on('checkExpectation', (_request, response: ServerResponse) => {
    const message = 'The only possible Expect is 100-continue';
    const { body, headers } = bareAnswer({ message, code: 'BAD_REQUEST' });
    response.writeHead(417, headers).end(body);
  });
}

function bareAnswer(refusal: Pick<Problem, 'message' | 'code'>) {
  const body = JSON.stringify(refusal);
  const headers = {
    ...BARE_SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  return { body, headers };
}
