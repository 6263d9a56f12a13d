import { setTimeout as sleep } from 'node:timers/promises';
import type { AppRouter } from '@onus/api/root';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { io } from 'socket.io-client';

/** An open socket of either kind, with what it heard and when it was closed. */
export interface Listener {
  /** Answers once it hears. */
  ready: Promise<void>;
  heard: unknown[];
  /** `performance.now()` of its end; 0 while it is open. */
  closedAt(): number;
  close(): void;
}

/** The stream of a browser: what changed, and the messages themselves. It does not come back. */
export function listen(url: string, token: string): Listener {
  const heard: unknown[] = [];
  let closedAt = 0;
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const socket = createWSClient({
    url: `${url.replace('http', 'ws')}/trpc`,
    connectionParams: { token, timeZone: 'UTC' },
    retryDelayMs: () => 3_600_000,
    onClose: () => {
      closedAt ||= performance.now();
    },
  });
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
  client.auth.onChange.subscribe(undefined, {
    onData: topics => void heard.push(...topics),
    onError() {},
  });
  client.chat.onMessage.subscribe(undefined, {
    onStarted: () => resolve(),
    onData: ({ data }) => void heard.push(data.message),
    onError() {},
  });
  return { ready, heard, closedAt: () => closedAt, close: () => void socket.close() };
}

/** The same for a client of Socket.IO. */
export function listenSocketIo(url: string, token: string): Listener {
  const heard: unknown[] = [];
  let closedAt = 0;
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  socket.once('connect', resolve).once('disconnect', () => {
    closedAt = performance.now();
  });
  socket.onAny((event: string) => void heard.push(event));
  return { ready, heard, closedAt: () => closedAt, close: () => void socket.close() };
}

/** Looks until something is so; false when it is not in time. */
export async function soon(ms: number, isSo: () => boolean): Promise<boolean> {
  const end = performance.now() + ms;
  while (!isSo()) {
    if (performance.now() > end) return false;
    await sleep(5);
  }
  return true;
}
