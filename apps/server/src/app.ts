import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { Services } from '@onus/api/core/context';
import { createCaller } from '@onus/api/root';
import { MAX_BODY } from '@onus/contract/limits/body';
import { CONNECTION_BUDGETS } from '@onus/contract/limits/connection-budgets';
import { CONTRACT_HEADER, EPOCH_HEADER, EVENT_HEADER } from '@onus/contract/operation/headers';
import { readEpoch } from '@onus/db/epoch';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { createContexts } from './context.ts';
import type { Env } from './env.ts';
import { refuseCodedBodies } from './http/body-encoding.ts';
import { mountCalendarFeeds } from './http/calendar-feed.ts';
import { addCompression } from './http/compression.ts';
import { limitIdleConnections } from './http/connections/idle-connections.ts';
import { untilFirst } from './http/connections/request-line.ts';
import { answerClientError, refuseWithBody } from './http/errors.ts';
import { keepResponses } from './http/kept-responses.ts';
import { mountMetrics } from './http/metrics.ts';
import { mountOidc } from './http/oidc.ts';
import { addSecurityHeaders, BARE_SECURITY_HEADERS } from './http/security-headers.ts';
import { mountStopNotices } from './http/stop-notices.ts';
import { mountTrpc } from './http/trpc/trpc.ts';
import { answeredAsPage, serveWebApp } from './http/web-app.ts';
import { loggerOf, logRequests } from './ops/logging.ts';
import { isWebSocket, openSockets } from './realtime/sockets.ts';
import { answerError, mountRest } from './rest/adapter.ts';
import { mountApiDocs } from './rest/docs-page.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';

/** A client that sends more slowly than this is disconnected within sixteen seconds; Node itself waits for minutes. */
const TIMEOUTS = { headersTimeout: 8_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 };

/** What the API answers. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Milliseconds between two looks at what clients have not read. */
const SWEEP = 1_000;

/** One process, every entry point: tRPC over HTTP and WebSocket, REST, the web app. */
export async function createApp(
  services: Services,
  env: Env,
  webFolder: string,
  shutdown: Shutdown = createShutdown(),
): Promise<FastifyInstance> {
  const app = createFastify(env);
  app.server.on('connection', services.load.accepted);
  limitIdleConnections(app.server);
  const contexts = createContexts(services, env);
  // Before anything counts it: of a connection that ends first, a request that waits is never answered.
  app.addHook('onRequest', (_request, { raw }) => untilFirst(raw));
  shutdown.watch(app);
  logRequests(app, env);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ message: 'Not found', code: 'NOT_FOUND' }),
  );
  // First of all: a preflight is answered by what comes next.
  addSecurityHeaders(app, env.PUBLIC_URL.startsWith('https:'));
  addCompression(app);
  refuseWithBody(app);
  await app.register(cookie);
  app.addHook('onRequest', ({ method }, reply, done) => {
    if (method === 'OPTIONS') reply.header('allow', [...METHODS, method].join(', '));
    done();
  });
  await app.register(cors, {
    origin: env.ALLOWED_ORIGINS,
    credentials: true,
    methods: METHODS,
    // An OPTIONS that is no preflight is a question too.
    strictPreflight: false,
    exposedHeaders: ['X-Total-Count', 'Retry-After', CONTRACT_HEADER, EPOCH_HEADER, EVENT_HEADER],
  });
  const sites = { publicUrl: env.PUBLIC_URL, allowed: env.ALLOWED_ORIGINS };
  const sockets = openSockets(app, services, contexts, sites, shutdown);
  app.addHook('preClose', async () => sockets.close());
  const sweep = setInterval(services.load.sweep, SWEEP).unref();
  app.addHook('onClose', async () => clearInterval(sweep));
  refuseCodedBodies(app);
  mountHealth(app, shutdown);
  mountMetrics(app, services, env, sockets);
  keepResponses(app, services, contexts);
  await mountTrpc(app, contexts.ofRequest, readEpoch(services.db));
  acceptEmptyJson(app);
  await serveWebApp(app, {
    folder: webFolder,
    hasServiceWorker: env.SERVICE_WORKER === 'on',
    async visit(request, reply) {
      const context = contexts.ofRequest(request, reply);
      const { isOpen } = await createCaller(context).auth.registration();
      const hasSession = context.caller.cookie.read() !== null;
      return { hasSession, isOpen, provider: services.provider?.name ?? null };
    },
  });
  if (services.provider) mountOidc(app, contexts, env.PUBLIC_URL);
  mountApiDocs(app);
  mountCalendarFeeds(app, services, contexts);
  mountStopNotices(app, services, contexts);
  mountRest(app, contexts, services.ledger);
  return app;
}

function createFastify(env: Env): FastifyInstance {
  const app: FastifyInstance = fastify({
    bodyLimit: MAX_BODY,
    requestTimeout: TIMEOUTS.requestTimeout,
    keepAliveTimeout: CONNECTION_BUDGETS.idleSeconds.most * 1_000,
    http: {
      ...TIMEOUTS,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
      shouldUpgradeCallback: isWebSocket,
    },
    clientErrorHandler: answerClientError,
    logger: loggerOf(env),
    trustProxy: env.TRUST_PROXY ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    // An address that cannot be read is answered before any hook.
    frameworkErrors(error, request, reply) {
      if (answeredAsPage(app, request.raw, reply.raw)) return;
      answerError(error, request, reply.headers(BARE_SECURITY_HEADERS));
    },
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  return app;
}

/** Load balancers and `docker` ask here; a process that shuts down says so (rule 1). */
function mountHealth(app: FastifyInstance, shutdown: Shutdown): void {
  app.get('/healthz', (_request, reply) =>
    shutdown.isShuttingDown()
      ? reply.code(503).send({ status: 'shutting down' })
      : reply.send({ status: 'ok' }),
  );
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
