import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Says whether a visitor may register now: the page is told with it, and asks nothing before the login form. */
export type IsRegistrationOpen = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

/** The built web app at everything that is not another door. */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  isRegistrationOpen: IsRegistrationOpen,
): Promise<void> {
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
  let closedPage: string | undefined;
  app.addHook('onRequest', async (request, reply) => {
    if (!wantsPage(request) || isOwnDoor(request.url)) return;
    if (await isRegistrationOpen(request, reply)) return reply.sendFile('index.html');
    closedPage ??= pageWithoutRegistration(folder);
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(closedPage);
  });
}

/** The page as the build made it, with a mark that the app reads. */
function pageWithoutRegistration(folder: string): string {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return page.replace('<title>', '<meta name="registration" content="closed" /><title>');
}

function isOwnDoor(url: string): boolean {
  return /^\/(trpc|healthz|metrics|api\/docs|api\/openapi\.json)(\/|\?|$)/.test(url);
}

/** True when a browser navigates: for a path that is both a page and an API call, it gets the app (decision 6). */
function wantsPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
