declare const self: ServiceWorkerGlobalScope;

/** Milliseconds. A page that says nothing until then is frozen, broken, or has nothing to say. */
const PATIENCE = 1_000;

/** Pages of any build, other tabs and windows included. */
export function openPages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Whether a page can be loaded again without losing what was typed in it; undefined when it says nothing. */
export function mayReload(page: WindowClient): Promise<boolean | undefined> {
  const { port1, port2 } = new MessageChannel();
  page.postMessage('may reload?', [port2]);
  return new Promise(resolve => {
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(resolve, PATIENCE);
  });
}
