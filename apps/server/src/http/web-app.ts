import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { BUILT_PAGES, type BuiltPages } from '@onus/contract/shell/built-pages';
import { isPagePath } from '@onus/contract/shell/page-path';
import accepts from 'accepts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const PAGE_TYPE = 'text/html; charset=utf-8';
/** The app takes the place of what is in it. */
const ROOT = '<div id="root">';

/** Who asks for a page, and how they may sign in now: then the page asks nothing before the login form. */
export interface Visit {
  /** Whether their browser has a session, which may have ended. */
  hasSession: boolean;
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
  visit: (request: FastifyRequest, reply: FastifyReply) => Promise<Visit>;
}

/** The built web app at everything that is not another entry point. */
export async function serveWebApp(
  app: FastifyInstance,
  { folder, hasServiceWorker, visit }: WebApp,
): Promise<void> {
  if (!existsSync(folder)) throw new Error(`the web app is not built: ${folder} does not exist`);
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    // The build has written every text file compressed too, for this and not to be asked for.
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}', BUILT_PAGES],
    setHeaders: (reply, path) => {
      // File names under assets/ carry a hash of their content.
      const kept = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      reply.header('cache-control', kept);
    },
  });
  const writtenPage = pageWriter(folder);
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    if (path === '/sw.js' && !hasServiceWorker) return reply.sendFile('sw-off.js');
    if (!isPagePath(path) || !wantsPage(request.raw)) return;
    const page = writtenPage(path, await visit(request, reply));
    if (page === null) return reply.sendFile('index.html');
    return reply.type(PAGE_TYPE).header('cache-control', 'no-cache').send(page);
  });
}

/**
 * A page for a person whose address the router cannot read, as for one that it does not know.
 * @returns false if another entry point has to answer.
 */
export function answeredAsPage(
  app: FastifyInstance,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [path = ''] = (request.url ?? '').split('?', 1);
  if (!isPagePath(path) || !wantsPage(request)) return false;
  // Once more through every hook: the app reads the address itself.
  request.url = UNKNOWN_PAGE;
  app.routing(request, response);
  return true;
}

const UNKNOWN_PAGE = '/unknown';

/** Writes into the page that the build made. The result is null where that is right as it is. */
function pageWriter(folder: string): (path: string, visit: Visit) => string | null {
  // Read for the first page: while the app is developed, there is no build.
  let files: { page: string; built: BuiltPages } | undefined;
  return function write(path, visit) {
    files ??= {
      page: readFileSync(join(folder, 'index.html'), 'utf8'),
      built: JSON.parse(readFileSync(join(folder, BUILT_PAGES), 'utf8')),
    };
    const { page, built } = files;
    const marks = marksOf(visit) + preloadsOf(built, path, visit);
    const body = path === '/' && !visit.hasSession ? built.landing[visit.isOpen ? 'open' : 'closed'] : '';
    if (!marks && !body) return null;
    return page.replace('<title>', () => `${marks}<title>`).replace(ROOT, () => ROOT + body);
  };
}

/** Code that the browser would otherwise hear of after the start has run. Without a session a page leads to the login. */
function preloadsOf({ preloads }: BuiltPages, path: string, { hasSession }: Visit): string {
  const isLeftOut = path.startsWith('/dash') && !hasSession;
  const shown = hasSession && (path === '/' || path === '/login') ? '/dash/tasks' : path;
  const files = (isLeftOut ? [] : preloads[shown]) ?? [];
  const links = files.map(file => `<link rel="modulepreload" crossorigin href="${file}" />`);
  return links.join('') + (path.startsWith('/dash') && hasSession ? REFRESH : '');
}

/**
 * Begins the first request of the app (session.ts) before its code is there. It is safe to repeat (rule 2.6). On the page
 * of the login it could replace the cookie of a session that begins there.
 */
const REFRESH = '<link rel="preload" as="fetch" crossorigin href="/auth/refresh" />';

/** What the app reads in its page. */
function marksOf({ isOpen, provider }: Visit): string {
  return [
    ...(isOpen ? [] : ['<meta name="registration" content="closed" />']),
    ...(provider === null ? [] : [`<meta name="sign-in-provider" content="${escaped(provider)}" />`]),
  ].join('');
}

/** For an attribute between double quotes. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** True when a browser navigates: for a path that is both a page and an API call, it gets the app (rule 6.1). */
function wantsPage(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return accepts(request).type(['application/json', PAGE_TYPE]) === PAGE_TYPE;
}
