import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { Services } from '@onus/api/context';
import { DomainError } from '@onus/api/errors';
import { appRouter } from '@onus/api/root';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { type Contexts, createContexts } from './context.ts';
import { mountApiDocs } from './doors/api-docs.ts';
import { openSockets } from './doors/sockets.ts';
import { serveWebApp } from './doors/web-app.ts';
import type { Env } from './env.ts';
import { answerError, mountRest } from './rest/adapter.ts';

const MAX_BODY = 256 * 1024;
const MAX_BATCH = 20;

/** One process, every door: tRPC over HTTP and WebSocket, REST, the web app. */
export async function createApp(services: Services, env: Env, webFolder: string): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: MAX_BODY,
    // The same stream as the ready line, so that the two keep their order.
    logger: { level: env.LOG_LEVEL, stream: process.stdout },
    trustProxy: env.TRUST_PROXY ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  const contexts = createContexts(services, env.PUBLIC_URL);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ message: 'Not found', code: 'NOT_FOUND' }),
  );
  await app.register(cookie);
  await app.register(cors, {
    origin: env.ALLOWED_ORIGINS,
    credentials: true,
    exposedHeaders: ['X-Total-Count', 'Retry-After'],
  });
  await armour(app, env);
  mountHealth(app);
  await mountTrpc(app, contexts);
  acceptEmptyJson(app);
  await serveWebApp(app, webFolder);
  mountApiDocs(app);
  mountRest(app, contexts);
  const sockets = openSockets(app.server, contexts, [env.PUBLIC_URL, ...env.ALLOWED_ORIGINS]);
  app.addHook('preClose', async () => sockets.close());
  return app;
}

/** CSP without inline script, nosniff, no-referrer, no framing, on every answer (promises). */
async function armour(app: FastifyInstance, env: Env): Promise<void> {
  const secure = env.PUBLIC_URL.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: secure,
  });
}

/** Load balancers and `docker` ask here; a process that is leaving says so (decision 1). */
function mountHealth(app: FastifyInstance): void {
  let leaving = false;
  app.addHook('preClose', async () => {
    leaving = true;
  });
  app.get('/healthz', (_request, reply) =>
    leaving ? reply.code(503).send({ status: 'shutting down' }) : reply.send({ status: 'ok' }),
  );
}

async function mountTrpc(app: FastifyInstance, contexts: Contexts): Promise<void> {
  const trpcOptions: FastifyTRPCPluginOptions<typeof appRouter>['trpcOptions'] = {
    router: appRouter,
    createContext: ({ req, res }) => contexts.ofRequest(req, res),
    maxBatchSize: MAX_BATCH,
    responseMeta: ({ errors }) => ({ headers: { 'cache-control': 'no-store', ...retryAfter(errors) } }),
    onError({ error, req }) {
      if (error.code === 'INTERNAL_SERVER_ERROR') req.log.error(error.cause ?? error);
    },
  };
  await app.register(async scope => {
    scope.addHook('onRequest', async request => demandReadable(request));
    await scope.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions });
  });
}

/** tRPC makes a request of the web's kind of each, and cannot of some that Node takes. */
function demandReadable({ method, url, headers: { host } }: FastifyRequest): void {
  const address = URL.parse(url, `http://${host ?? 'localhost'}`);
  if (method === 'TRACE' || !address || address.username || address.password)
    throw new DomainError('BAD_REQUEST', 'The request is not valid');
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
