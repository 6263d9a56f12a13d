import { finished, Readable } from 'node:stream';
import type { Context } from '@onus/api/core/context';
import type { Ledger } from '@onus/api/core/ledger/ledger';
import { type KeyOperation, NO_OPERATIONS, operationOfKey } from '@onus/api/core/ledger/operations';
import { onceForKey } from '@onus/api/core/trpc';
import { createCaller } from '@onus/api/root';
import { KEY_HEADER } from '@onus/contract/operation/headers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contexts } from '../context.ts';
import { logInternalError, problemOf } from '../http/errors.ts';
import { pageOf } from './paging.ts';
import { restRequest } from './request.ts';
import { routes } from './routes.ts';
import { type Row, takesKey } from './row.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Milliseconds that a refused client has to end what it is sending. */
const TIMEOUT = 2_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    row?: Row;
  }
}

/** Mounts the table: match → call the procedure → status. No logic. */
export function mountRest(app: FastifyInstance, contexts: Contexts, ledger: Ledger): void {
  for (const row of routes) {
    for (const at of placesOf(row)) {
      const [method = '', url = ''] = at.split(' ');
      const handler = (request: FastifyRequest, reply: FastifyReply) => {
        const key = keyOf(row, request, ledger);
        const operations = key && !row.isSecret ? key : NO_OPERATIONS;
        return answer(row, request, reply, contexts.ofRequest(request, reply, operations), key);
      };
      app.route({ method, url, handler, exposeHeadRoute: !row.isWrite, config: { row } });
    }
  }
}

/** Every refusal of every entry point but tRPC: `{message, code}` and the status that belongs to the code. */
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

/** Under /api too, unless rule 17 has something else there: POST /api/users registers. */
function placesOf({ at }: Row): string[] {
  const under = at.replace(' /', ' /api/');
  const isTaken = at.includes(' /api/') || routes.some(other => other.at === under);
  return isTaken ? [at] : [at, under];
}

/** The operation that a request with an Idempotency-Key carries out. Signing in answers with secrets, which are not kept. */
function keyOf(
  row: Row,
  { method, url, headers, body }: FastifyRequest,
  ledger: Ledger,
): KeyOperation | null {
  const key = headers[KEY_HEADER];
  if (key === undefined || !takesKey(row)) return null;
  return operationOfKey(String(key), ledger.seal([method, url, body]));
}

/** Runs a write, once if it has a key (rule 6.10). Most mutations see to that themselves. */
async function underKey(
  { isSecret }: Row,
  key: KeyOperation | null,
  context: Context,
  write: () => Promise<unknown>,
): Promise<unknown> {
  if (!key || !context.caller.accessToken) return write();
  if (isSecret) return onceForKey(context, key.claim, write, () => null);
  const written = write();
  await written.catch(() => {});
  if (key.isTaken()) return written;
  const repeated = await onceForKey(context, key.claim, () => written);
  // It was made once and is refused now, as without its role: what is stored is not in the shape of this response.
  await written;
  return repeated;
}

async function answer(
  row: Row,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  key: KeyOperation | null,
) {
  const call = createCaller(context);
  const found = await underKey(row, key, context, async () => row.run(call, restRequest(request)));
  const { rows, total } = row.query ? await pageOf(found, request) : { rows: found, total: undefined };
  if (total !== undefined) reply.header('x-total-count', total);
  reply.code(row.status ?? 200);
  return rows instanceof Readable ? reply.type(JSON_TYPE).send(rows) : reply.send(rows);
}

/**
 * For an answer that comes before the end of its request: what is still being sent is read and forgotten. Left
 * unread it would make the system reset the connection, and a proxy would make a 502 of an answer it never saw.
 */
function readOn({ raw: request }: FastifyRequest, reply: FastifyReply): void {
  const isLast = !reply.raw.shouldKeepAlive;
  reply.removeHeader('connection');
  reply.raw.shouldKeepAlive = true;
  reply.raw.once('finish', () => {
    if (isLast) finished(request, () => request.socket.end());
    setTimeout(() => request.complete || request.socket.destroy(), TIMEOUT).unref();
  });
}
