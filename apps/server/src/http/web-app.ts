import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isPagePath } from '@onus/contract/shell/page-path';
import accepts from 'accepts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const PAGE_TYPE = 'text/html; charset=utf-8';

/** How a visitor may sign in now. The page is told with it, and asks nothing before the login form. */
export interface WaysIn {
  /** Whether they may register. */
  isOpen: boolean;
  /** The provider they may sign in with. */
  provider: string | null;
}

export interface WebApp {
  /** Where the build wrote it. */
  folder: string;
  /** False tells browsers to remove the copy of the app that they keep. */
  hasServiceWorker: boolean;
  waysIn: (request: FastifyRequest, reply: FastifyReply) => Promise<WaysIn>;
}

/** The built web app at everything that is not another entry point. */
export async function serveWebApp(
  app: FastifyInstance,
  { folder, hasServiceWorker, waysIn }: WebApp,
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
  const pages = new Map<string, string>();
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    if (path === '/sw.js' && !hasServiceWorker) return reply.sendFile('sw-off.js');
    if (!isPagePath(path) || !wantsPage(request.raw)) return;
    const marks = marksOf(await waysIn(request, reply));
    if (!marks) return reply.sendFile('index.html');
    const page = pages.get(marks) ?? pageWith(folder, marks);
    pages.set(marks, page);
    return reply.type(PAGE_TYPE).header('cache-control', 'no-cache').send(page);
  });
}

/** What the app reads in its page. */
function marksOf({ isOpen, provider }: WaysIn): string {
  return [
    ...(isOpen ? [] : ['<meta name="registration" content="closed" />']),
    ...(provider === null ? [] : [`<meta name="sign-in-provider" content="${escaped(provider)}" />`]),
  ].join('');
}

/** For an attribute between double quotes. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** The page as the build made it, with our marks. */
function pageWith(folder: string, marks: string): string {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return page.replace('<title>', () => `${marks}<title>`);
}

/** True when a browser navigates: for a path that is both a page and an API call, it gets the app (rule 6.1). */
function wantsPage(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return accepts(request).type(['application/json', PAGE_TYPE]) === PAGE_TYPE;
}
