import { Readable } from 'node:stream';
import { createCaller } from '@onus/api/root';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contexts } from '../context.ts';
import { logInternalError } from '../doors/internal-error.ts';
import { pageOf, restRequest } from '../doors/json-request.ts';
import { problemOf } from '../doors/problem.ts';
import { readOn } from '../doors/read-on.ts';
import { routes } from './routes.ts';
import type { Row } from './row.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

declare module 'fastify' {
  interface FastifyContextConfig {
    row?: Row;
  }
}

/** Mounts the table: match → call the procedure → status. No logic. */
export function mountRest(app: FastifyInstance, contexts: Contexts): void {
  for (const row of routes) {
    for (const at of placesOf(row)) {
      const [method = '', url = ''] = at.split(' ');
      const handler = (request: FastifyRequest, reply: FastifyReply) => answer(row, request, reply, contexts);
      app.route({ method, url, handler, config: { row } });
    }
  }
}

/** Every refusal of every door but tRPC: `{message, code}` and the status that belongs to the code. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, message, status, newest, retryAfter } = problemOf(error);
  logInternalError(request.log, error);
  if (retryAfter) reply.header('retry-after', String(retryAfter));
  if (status === 413) readOn(request, reply);
  const shape = request.routeOptions.config.row?.newest;
  void reply
    .code(status)
    .send({ message, code, ...(newest && shape ? { newest: shape(newest as never) } : {}) });
}

/** Under /api too, unless the spec has something else there: POST /api/users registers. */
function placesOf({ at }: Row): string[] {
  const under = at.replace(' /', ' /api/');
  const isTaken = at.includes(' /api/') || routes.some(other => other.at === under);
  return isTaken ? [at] : [at, under];
}

async function answer(row: Row, request: FastifyRequest, reply: FastifyReply, contexts: Contexts) {
  const call = createCaller(contexts.ofRequest(request, reply));
  const found = await row.run(call, restRequest(request));
  const { rows, total } = row.query ? await pageOf(found, request) : { rows: found, total: undefined };
  if (total !== undefined) reply.header('x-total-count', total);
  reply.code(row.status ?? 200);
  return rows instanceof Readable ? reply.type(JSON_TYPE).send(rows) : reply.send(rows);
}
