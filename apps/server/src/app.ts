import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { Services } from '@onus/api/context';
import { DomainError } from '@onus/api/errors';
import { appRouter, createCaller } from '@onus/api/root';
import { MAX_BODY } from '@onus/contract/body-limit';
import { BUDGETS } from '@onus/contract/budgets';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { type Contexts, createContexts } from './context.ts';
import { mountApiDocs } from './doors/api-docs.ts';
import { armour, BARE_ARMOUR } from './doors/armour.ts';
import { answerClientError } from './doors/client-error.ts';
import { limitIdleConnections } from './doors/idle-connections.ts';
import { logInternalError } from './doors/internal-error.ts';
import { untilFirst } from './doors/line.ts';
import { mountMetrics } from './doors/metrics.ts';
import { openSockets } from './doors/sockets.ts';
import { serveWebApp } from './doors/web-app.ts';
import type { Env } from './env.ts';
import { createLeaving, type Leaving } from './leaving.ts';
import { loggerOf, logRequests } from './logging.ts';
import { answerError, mountRest } from './rest/adapter.ts';

/** A client that sends more slowly than this is disconnected within sixteen seconds; Node itself waits for minutes. */
const PATIENCE = { headersTimeout: 8_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 };

/** Milliseconds between two looks at what clients have not read. */
const SWEEP = 1_000;

/** One process, every door: tRPC over HTTP and WebSocket, REST, the web app. */
export async function createApp(
  services: Services,
  env: Env,
  webFolder: string,
  leaving: Leaving = createLeaving(),
): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: MAX_BODY,
    requestTimeout: PATIENCE.requestTimeout,
    keepAliveTimeout: BUDGETS.idleSeconds.most * 1_000,
    http: { ...PATIENCE, maxHeaderSize: 16 * 1024 },
    clientErrorHandler: answerClientError,
    logger: loggerOf(env),
    trustProxy: env.TRUST_PROXY ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    // An address that cannot be read is answered before any hook.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(BARE_ARMOUR)),
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  limitIdleConnections(app.server);
  const contexts = createContexts(services, env);
  // Before anything counts it: of a connection that ends first, a request that waits is never answered.
  app.addHook('onRequest', (_request, { raw }) => untilFirst(raw));
  leaving.watch(app);
  logRequests(app, env);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ message: 'Not found', code: 'NOT_FOUND' }),
  );
  // First of all: a preflight is answered by what comes next.
  armour(app, env.PUBLIC_URL.startsWith('https:'));
  await app.register(cookie);
  await app.register(cors, {
    origin: env.ALLOWED_ORIGINS,
    credentials: true,
    exposedHeaders: ['X-Total-Count', 'Retry-After'],
  });
  const sites = { publicUrl: env.PUBLIC_URL, allowed: env.ALLOWED_ORIGINS };
  const sockets = openSockets(app, services, contexts, sites, leaving);
  app.addHook('preClose', async () => sockets.close());
  const sweep = setInterval(services.load.sweep, SWEEP).unref();
  app.addHook('onClose', async () => clearInterval(sweep));
  mountHealth(app, leaving);
  mountMetrics(app, services, env, sockets);
  await mountTrpc(app, contexts);
  acceptEmptyJson(app);
  await serveWebApp(app, webFolder, async (request, reply) => {
    const { isOpen } = await createCaller(contexts.ofRequest(request, reply)).auth.registration();
    return isOpen;
  });
  mountApiDocs(app);
  mountRest(app, contexts);
  return app;
}

/** Load balancers and `docker` ask here; a process that is leaving says so (decision 1). */
function mountHealth(app: FastifyInstance, leaving: Leaving): void {
  app.get('/healthz', (_request, reply) =>
    leaving.isOn() ? reply.code(503).send({ status: 'shutting down' }) : reply.send({ status: 'ok' }),
  );
}

async function mountTrpc(app: FastifyInstance, contexts: Contexts): Promise<void> {
  const trpcOptions: FastifyTRPCPluginOptions<typeof appRouter>['trpcOptions'] = {
    router: appRouter,
    createContext: ({ req, res, info }) => contexts.ofRequest(req, res, info.calls.length),
    maxBatchSize: BUDGETS.batchCalls.most,
    responseMeta: ({ errors }) => ({ headers: retryAfter(errors) }),
    onError: ({ error, req, path }) => logInternalError(req.log, error, path),
  };
  await app.register(async scope => {
    const demand = demandReadable();
    scope.addHook('onRequest', (request, _reply, done) => {
      demand(request);
      done();
    });
    await scope.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions });
  });
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

/** A batch is told the longest of its waits. */
function retryAfter(errors: readonly Error[]): Record<string, string> {
  const waits = errors.map(({ cause }) => (cause instanceof DomainError ? (cause.retryAfter ?? 0) : 0));
  const longest = Math.max(0, ...waits);
  return longest > 0 ? { 'retry-after': String(longest) } : {};
}

/** A JSON request without a body, as a `DELETE` with its id in the address, is a request without fields. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body.toString(), done);
  });
}
