import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LoggerOptions } from 'pino';
import type { Env } from '../env.ts';

const LONGEST_PATH = 200;

/** One JSON object a line, on the same stream as the ready line, so that the two keep their order. */
export function loggerOf({
  LOG_LEVEL,
}: Pick<Env, 'LOG_LEVEL'>): LoggerOptions & { stream: NodeJS.WriteStream } {
  return { level: LOG_LEVEL, stream: process.stdout, serializers: { err: errorShape, req: requestShape } };
}

/**
 * At `debug`, one line for each request that was answered, under the id that its other lines carry. Of its
 * address only the path: links and calls hold their secrets in the query, the rest is in headers and bodies.
 */
export function logRequests(app: FastifyInstance, { LOG_LEVEL }: Pick<Env, 'LOG_LEVEL'>): void {
  if (LOG_LEVEL !== 'debug' && LOG_LEVEL !== 'trace') return;
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.debug({ ...requestShape(request), status: reply.statusCode, ms }, 'answered');
    done();
  });
}

function requestShape({ method, url, routeOptions }: FastifyRequest) {
  // The address of a calendar feed holds its secret in the path.
  const path = url
    .split('?', 1)[0]
    ?.replace(/(\/ics)\/.*/is, '$1/…')
    .slice(0, LONGEST_PATH);
  return { method, path, route: routeOptions?.url };
}

interface ErrorShape {
  type: string;
  message: string;
  stack?: string | undefined;
  code?: string;
  cause?: ErrorShape;
}

/** What is known of an error and of its causes, and nothing that hangs on it: some carry the request, or a row. */
function errorShape(error: Error & { code?: unknown }): ErrorShape {
  const { name, message, stack, code, cause } = error;
  return {
    type: name,
    message,
    stack,
    ...(code === undefined ? {} : { code: String(code) }),
    ...(cause instanceof Error ? { cause: errorShape(cause) } : {}),
  };
}
