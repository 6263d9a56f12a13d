import type { AppRouter } from '@onus/api/root';
import { BATCH_CALLS, OVER_LIMIT } from '@onus/contract/limits/batch';
import { msToReconnect, msToReturn, RIGHTS_CHANGED, SESSION_ENDED } from '@onus/contract/live/topic';
import {
  createWSClient,
  httpBatchLink,
  splitLink,
  TRPCClientError,
  type TRPCLink,
  wsLink,
} from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { observable } from '@trpc/server/observable';
import { reached } from './connection.ts';
import { fetchAnswer } from './fetch.ts';
import { Refusal } from './session/auth-client.ts';
import { timeZone } from './session/call-headers.ts';
import { authorizedHeaders, createRefresh, freshToken } from './session/fresh-token.ts';
import { checkSession, renew } from './session/session.ts';

export const trpc = createTRPCReact<AppRouter>();

/** The first subscription opens it. `closeSocket` closes it. */
const socket = createWSClient({
  url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/trpc`,
  connectionParams: async () => ({ token: (await freshToken()) ?? '', timeZone: timeZone() }),
  // So often tRPC looks whether the last subscription has ended: with 0, some 250 times a second.
  lazy: { enabled: true, closeMs: 20_000 },
  retryDelayMs,
  onOpen: () => {
    isOpen = true;
    returnBy = 0;
    reached.set(true);
  },
  // tRPC passes the browser's event on, and names only its code.
  onClose: cause => onClosed(cause as Partial<CloseEvent> | undefined),
  keepAlive: { enabled: true, intervalMs: 20_000, pongTimeoutMs: 5_000 },
});

/**
 * For the end of the last subscription: a logout closes the socket at once. A socket that is being opened stays, because
 * a tab that is visible again may need it. Without a subscription it closes later.
 */
export function closeSocket(): void {
  if (socket.connection?.state !== 'connecting') void socket.close();
}

/** Subscriptions by WebSocket, the rest by batched HTTP; a 403 refreshes once and tries again. */
export function createTrpcClient() {
  return trpc.createClient({
    links: [
      refreshLink,
      splitLink({
        condition: operation => operation.type === 'subscription',
        true: wsLink({ client: socket }),
        false: httpBatchLink({
          url: '/trpc',
          headers: authorizedHeaders,
          fetch: fetchAnswer,
          maxItems: BATCH_CALLS,
          maxURLLength: 8_000,
        }),
      }),
    ],
  });
}

/** After changed permissions the app refreshes its token at once, and the socket reconnects with it. */
let isAwaited = false;

/** How often in a row a limit closed the socket. Each time the app waits longer. */
let refusals = 0;

/** When all browsers of a server that restarts are back, also those that came too early. */
let returnBy = 0;

/** A socket that closes without having opened did not reach the server. */
let isOpen = false;

function onClosed({ code, reason }: Partial<CloseEvent> = {}): void {
  if (!isOpen) reached.set(false);
  isOpen = false;
  isAwaited = code === RIGHTS_CHANGED;
  refusals = code === OVER_LIMIT ? refusals + 1 : 0;
  if (reason) returnBy = Date.now() + msToReturn(reason);
  if (isAwaited) void renew();
  if (code === SESSION_ENDED) checkSession();
}

/** The numbers of rule 19: from 1000 ms up to 5000 ms, spread by half, without an end. */
function retryDelayMs(attempt: number): number {
  if (attempt === 0 && isAwaited) return 0;
  if (refusals > 0) return Math.min(5_000 * 2 ** refusals, 60_000) * (0.5 + Math.random());
  return msToReconnect(attempt, returnBy - Date.now(), Math.random);
}

/** A refused refresh fails the call that waited for it, with the same words. */
function asClientError(failure: Error): TRPCClientError<AppRouter> {
  return TRPCClientError.from(failure instanceof Refusal ? { error: failure.shape } : failure);
}

/** Any 403: one refresh for all, one retry, then the message (rule 18, rule 2.8). */
function refreshLink(): ReturnType<TRPCLink<AppRouter>> {
  return ({ op, next }) =>
    observable(observer => {
      let running = attempt(true);

      function attempt(mayRefresh: boolean) {
        const refresh = createRefresh();
        return next(op).subscribe({
          next: value => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            if (!mayRefresh || error.data?.httpStatus !== 403) return observer.error(error);
            refresh().then(retry, failure => observer.error(asClientError(failure)));
          },
        });
      }

      function retry(token: string | null): void {
        if (token) running = attempt(false);
        else observer.error(new TRPCClientError('Your login has expired'));
      }

      return () => running.unsubscribe();
    });
}
