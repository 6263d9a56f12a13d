import { createAtom, type ReadonlyAtom } from '@tanstack/react-store';
import { hasUnsaved } from './unsaved.ts';

/**
 * Changes to the newer version.
 * @returns false if another page has text that would be lost. Otherwise this page reloads.
 */
type Update = () => Promise<boolean>;

const update = createAtom<{ start: Update } | null>(null);

/** Present when a newer version is complete in this browser and this page is of an older one. */
export const newVersion: ReadonlyAtom<{ start: Update } | null> = update;

/** Asks the server for a newer version. A server that is away is asked another time. */
export function lookForUpdate(): void {
  void registration?.update().catch(() => {});
}

let registration: ServiceWorkerRegistration | undefined;
/** The person has asked for the newer version here, and gets it. */
let isWanted = false;

/**
 * From the start of the page, because another tab may start the newer version at any time, and a notification may open its
 * page here.
 * @param open gets path and query of what a notification is about.
 */
export function followWorker(open: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let hadWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isWanted || (hadWorker && !hasUnsaved())) location.reload();
    // The newer version was started from another page, which did not hear in time of what this one holds.
    else update.set(hadWorker ? { start: reload } : null);
    hadWorker = true;
  });
  serviceWorker.addEventListener('message', ({ data, ports: [reply] }) => {
    if (data === 'may reload?') return reply?.postMessage(!hasUnsaved());
    open(data);
    reply?.postMessage(true);
  });
  void serviceWorker.ready.then(watch);
}

/** The newer worker waits until no page of the old version is open, or until a user asks for it. */
function activate(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage('update', [port2]);
  return new Promise(resolve => {
    port1.onmessage = ({ data }) => {
      isWanted = data === true;
      resolve(isWanted);
    };
  });
}

function reload(): Promise<boolean> {
  location.reload();
  return Promise.resolve(true);
}

function watch(ready: ServiceWorkerRegistration): void {
  registration = ready;
  const note = () => {
    const worker = ready.waiting;
    if (worker) update.set({ start: () => activate(worker) });
  };
  const follow = () => ready.installing?.addEventListener('statechange', note);
  ready.addEventListener('updatefound', follow);
  follow();
  note();
}
