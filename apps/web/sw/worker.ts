import { isPagePath } from '@onus/contract/shell/page-path';
import { openNotice, showNotice } from './notices.ts';
import { mayReload, openPages } from './pages.ts';
import { isShellFile, removeOlderShells, shellFile, shellPage, storeShell } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Keeps the files of the app in the browser, so that it opens without a network. It stores no response of the API: what
 * is no file of the build passes by.
 */
self.addEventListener('install', event => event.waitUntil(storeShell()));
self.addEventListener('activate', event => event.waitUntil(takeOver()));

self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!isPagePath(pathname)) return;
    served.add(event.resultingClientId);
    event.respondWith(shellPage(request));
  } else if (isShellFile(pathname)) {
    event.respondWith(shellFile(request, pathname));
    // By now the page that the new one replaces is gone.
    if (served.has(event.clientId)) event.waitUntil(removeUnused());
  }
});

self.addEventListener('message', event => {
  if (event.data === 'update') event.waitUntil(update(event));
});

self.addEventListener('push', event => event.waitUntil(showNotice(event.data)));
self.addEventListener('notificationclick', event => event.waitUntil(openNotice(event.notification)));

/** The pages that got this build from this worker. It may forget some when the browser stops it for a while. */
const served = new Set<string>();
/** True once no page and no file of an earlier build is left. */
let isAlone = false;

/** The first page was loaded without a worker. From now on it gets its files here too. */
async function takeOver(): Promise<void> {
  await removeUnused();
  await self.clients.claim();
}

/** While a page of an earlier build is open, its files stay. */
async function removeUnused(): Promise<void> {
  if (isAlone) return;
  const pages = await openPages();
  isAlone = pages.every(({ id }) => served.has(id));
  if (isAlone) await removeOlderShells();
}

/** A person asks for the new version. It takes the place of the old one if no other page has something to lose. */
async function update({ source, ports: [reply] }: ExtendableMessageEvent): Promise<void> {
  const asking = source instanceof Client ? source.id : '';
  const others = (await openPages()).filter(({ id }) => id !== asking);
  const allowed = (await Promise.all(others.map(mayReload))).every(isFree => isFree !== false);
  reply?.postMessage(allowed);
  if (allowed) await self.skipWaiting();
}
