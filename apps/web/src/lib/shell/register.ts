/** Milliseconds after the page has loaded: the copy of the app is fetched when the page itself needs nothing more. */
const DELAY = 3_000;

/** Milliseconds until another attempt, when the server could not be reached. */
const RETRY = 30_000;

/** Lets the browser keep a copy of the app, so that it opens without a network. */
export function registerShell(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => setTimeout(register, DELAY));
}

/** True when the page came from the copy, and without what the server writes into its own. */
export function isFromShell(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/** A browser may refuse to store anything. The app then needs the network, as before. */
function register(): void {
  // A page from the copy has a worker, which the browser updates by itself. Chromium would also keep a worker that
  // unregistered itself (SERVICE_WORKER=off) if the page registered it again.
  if (isFromShell()) return;
  navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .catch(() => setTimeout(register, RETRY));
}
