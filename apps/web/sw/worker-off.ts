import { mayReload } from './pages.ts';
import { removeAllShells } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** What the server sends in place of the worker when the operator has switched it off: removes all that it kept. */
self.addEventListener('install', event => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', event => event.waitUntil(remove()));

async function remove(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  await removeAllShells();
  await self.registration.unregister();
  // A page that runs loads itself again when nothing is typed in it. One that says nothing may be broken.
  for (const page of pages) if ((await mayReload(page)) === undefined) void page.navigate(page.url);
}
