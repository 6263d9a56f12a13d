import type { AppRouter } from '@onus/api/root';
import { BUDGETS, OVER_LIMIT } from '@onus/contract/budgets';
import { RIGHTS_CHANGED, SESSION_ENDED } from '@onus/contract/topic';
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
import { fetchAnswer } from './lib/answer.ts';
import { timeZone } from './lib/dates.ts';
import { freshToken, hearOfEnd, refresh, renew, requestHeaders } from './session.ts';

export const trpc = createTRPCReact<AppRouter>();

/** Subscriptions by WebSocket, the rest by batched HTTP; a 403 refreshes once and tries again. */
export function createTrpcClient() {
  const socket = createWSClient({
    url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/trpc`,
    connectionParams: async () => ({ token: (await freshToken()) ?? '', timeZone: timeZone() }),
    // Opened by the first subscription, closed with the last: logging out closes it at once.
    lazy: { enabled: true, closeMs: 0 },
    retryDelayMs,
    onClose: cause => onClosed(cause?.code),
    keepAlive: { enabled: true, intervalMs: 20_000, pongTimeoutMs: 5_000 },
  });
  return trpc.createClient({
    links: [
      refreshLink,
      splitLink({
        condition: operation => operation.type === 'subscription',
        true: wsLink({ client: socket }),
        false: httpBatchLink({
          url: '/trpc',
          headers: requestHeaders,
          fetch: fetchAnswer,
          maxItems: BUDGETS.batchCalls.most,
          maxURLLength: 8_000,
        }),
      }),
    ],
  });
}

/** Other rights are learnt at once, and the server waits for the socket to come back with them. */
let isAwaited = false;

/** How often in a row the server has closed the socket because of a limit: each time it is left alone for longer. */
let refusals = 0;

function onClosed(code: number | undefined): void {
  isAwaited = code === RIGHTS_CHANGED;
  refusals = code === OVER_LIMIT ? refusals + 1 : 0;
  if (isAwaited) void renew();
  if (code === SESSION_ENDED) hearOfEnd();
}

/** The numbers of spec section 9: from 1000 ms up to 5000 ms, spread by half, without an end. */
function retryDelayMs(attempt: number): number {
  if (attempt === 0 && isAwaited) return 0;
  if (refusals > 0) return Math.min(5_000 * 2 ** refusals, 60_000) * (0.5 + Math.random());
  return Math.min(1000 * 2 ** attempt, 5000) * (0.5 + Math.random());
}

/** Any 403: one refresh for all, one retry, then the message (spec 8, decision 2.8). */
function refreshLink(): ReturnType<TRPCLink<AppRouter>> {
  return ({ op, next }) =>
    observable(observer => {
      let running = attempt(true);

      function attempt(mayRefresh: boolean) {
        return next(op).subscribe({
          next: value => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            if (!mayRefresh || error.data?.httpStatus !== 403) return observer.error(error);
            refresh().then(retry, failure => observer.error(TRPCClientError.from(failure)));
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
