import { DomainError, STATUS } from '@onus/api/errors';
import { createCaller } from '@onus/api/root';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contexts } from '../context.ts';
import { fieldsOf, idOf } from '../doors/json-request.ts';
import { type Row, routes } from './routes.ts';

/** Mounts the table: match → call the procedure → status. No logic. */
export function mountRest(app: FastifyInstance, contexts: Contexts): void {
  for (const row of routes) {
    for (const path of pathsOf(row)) {
      app.route({
        method: row.method,
        url: path,
        async handler(request, reply) {
          const call = createCaller(contexts.ofRequest(request, reply));
          const answer = await row.run(call, { fields: fieldsOf(request), id: idOf(request) });
          return reply.code(row.status).header('cache-control', 'no-store').send(answer);
        },
      });
    }
  }
}

/** Every refusal of every door but tRPC: `{message, code}` and the status that belongs to the code. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, message, status } = problemOf(error);
  if (status === 500) request.log.error(error);
  const { newest, retryAfter } = causeOf(error) ?? {};
  if (retryAfter) reply.header('retry-after', String(retryAfter));
  void reply.code(status).send({ message, code, ...(newest ? { newest } : {}) });
}

function pathsOf({ path }: Row): string[] {
  return path.startsWith('/api/') ? [path] : [path, `/api${path}`];
}

function causeOf(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  return error instanceof Error && error.cause instanceof DomainError ? error.cause : undefined;
}

function problemOf(error: unknown): { code: string; message: string; status: number } {
  const cause = causeOf(error);
  if (cause) return { code: cause.code, message: cause.message, status: STATUS[cause.code] };
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return { code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than 256 KB', status };
  if (status === 415) return { code: 'BAD_REQUEST', message: 'The body must be JSON', status };
  if (status >= 400 && status < 500)
    return { code: 'BAD_REQUEST', message: 'The request is not valid', status };
  return { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong on the server', status: 500 };
}
