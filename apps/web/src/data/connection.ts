import { createAtom } from '@tanstack/react-store';

/** Whether change events arrive. */
export const socket = createAtom<'connected' | 'connecting'>('connecting');

/** Whether the last attempt to reach the server succeeded. */
export const reached = createAtom(true);

/** The copy of the data that the server works on. Another one means that a backup was restored. */
export const epoch = createAtom<string | null>(null);

/** What the browser says about its network. Only the bar uses it: no request waits for it. */
const hasNetwork = createAtom(navigator.onLine !== false);

/** How often the browser has lost its network. */
let losses = 0;

/** What the bar says. An open socket means that the server is there, unless the browser has no network. */
export const connection = createAtom(() => {
  const isConnected = socket.get() === 'connected';
  if (!reached.get() && (!isConnected || !hasNetwork.get())) return 'offline';
  return isConnected ? 'live' : 'connecting';
});

/**
 * For a request that begins. The function notes its response, which says nothing of now if the network was lost on its
 * way.
 */
export function awaitResponse(): () => void {
  const before = losses;
  return () => {
    if (losses === before) reached.set(true);
  };
}

function setNetwork(is: boolean): void {
  if (!is) losses += 1;
  hasNetwork.set(is);
  reached.set(is);
}

globalThis.addEventListener?.('offline', () => setNetwork(false));
globalThis.addEventListener?.('online', () => setNetwork(true));
