import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The built web app at everything that is not another door. */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) throw new Error(`the web app is not built: ${folder} does not exist`);
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    // The build has written every text file compressed too, for this and not to be asked for.
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      // File names under assets/ carry a hash of their content.
      const kept = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      reply.header('cache-control', kept);
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (wantsPage(request) && !isOwnDoor(request.url)) sendApp(reply);
    else done();
  });
}

function sendApp(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html');
}

function isOwnDoor(url: string): boolean {
  return /^\/(trpc|healthz|metrics|api\/docs|api\/openapi\.json)(\/|\?|$)/.test(url);
}

/** True when a browser navigates: for a path that is both a page and an API call, it gets the app (decision 6). */
function wantsPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
