import { DomainError, refusalIn } from '@onus/api/core/errors';
import { NO_OPERATIONS, type Operations, operationsOfHeader } from '@onus/api/core/ledger/operations';
import { appRouter } from '@onus/api/root';
import { BUDGETS } from '@onus/contract/limits/budgets';
import { CONTRACT, CONTRACT_HEADER, EPOCH_HEADER, OPERATIONS_HEADER } from '@onus/contract/operation/headers';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Contexts } from '../../context.ts';
import { logInternalError } from '../errors.ts';
import { answerPlainCalls, plainCallsOf } from './plain-calls.ts';

/** tRPC over HTTP, at /trpc. Its responses say which contract the server speaks, and on which copy of the data. */
export async function mountTrpc(
  app: FastifyInstance,
  contextOf: Contexts['ofRequest'],
  epoch: string,
): Promise<void> {
  const served = { [CONTRACT_HEADER]: String(CONTRACT), [EPOCH_HEADER]: epoch };
  const trpcOptions: FastifyTRPCPluginOptions<typeof appRouter>['trpcOptions'] = {
    router: appRouter,
    createContext: ({ req, res, info }) => contextOf(req, res, operationsOf(req), info.calls.length),
    maxBatchSize: BUDGETS.batchCalls.most,
    responseMeta: ({ errors }) => ({ headers: { ...served, ...retryAfter(errors) } }),
    onError: ({ error, req, path }) => logInternalError(req.log, error, path),
  };
  await app.register(async scope => {
    const demand = demandReadable();
    scope.addHook('onRequest', (request, _reply, done) => {
      demand(request);
      demandNoParts(request);
      done();
    });
    scope.addHook('preHandler', (request, reply, done) => {
      const calls = plainCallsOf(request);
      if (!calls) return done();
      answerPlainCalls(calls, reply, {
        context: contextOf(request, reply, operationsOf(request), calls.names.length),
        onError: (error, path) => logInternalError(request.log, error, path),
        headersOf: errors => ({ ...served, ...retryAfter(errors) }),
      }).catch(done);
    });
    await scope.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions });
  });
}

function operationsOf({ headers }: FastifyRequest): Operations {
  const named = headers[OPERATIONS_HEADER];
  return named === undefined ? NO_OPERATIONS : operationsOfHeader(String(named));
}

/** tRPC makes a request of the web's kind of each, and cannot of some that Node takes. */
function demandReadable(): (request: FastifyRequest) => void {
  // A path below /trpc never makes an address unreadable, and the host is nearly always the same.
  let known: string | undefined;
  return ({ method, url, headers: { host = 'localhost' } }) => {
    if (method !== 'TRACE' && host === known) return;
    const address = URL.parse(url, `http://${host}`);
    if (method === 'TRACE' || !address || address.username || address.password)
      throw new DomainError('BAD_REQUEST', 'The request is not valid');
    known = host;
  };
}

/** tRPC would hand the form to the procedure, which finds none of its fields in it: as if the input were empty. */
function demandNoParts({ headers: { 'content-type': type = '' } }: FastifyRequest): void {
  if (/^\s*multipart\//i.test(type)) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type);
}

/** A batch is told the longest of its waits. */
function retryAfter(errors: readonly Error[]): Record<string, string> {
  const waits = errors.map(error => refusalIn(error)?.retryAfter ?? 0);
  const longest = Math.max(0, ...waits);
  return longest > 0 ? { 'retry-after': String(longest) } : {};
}
