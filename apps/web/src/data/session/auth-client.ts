import type { AppRouter } from '@onus/api/root';
import type { TRPCClient, TRPCClientError } from '@trpc/client';
import { fetchAnswer, fetchInTime } from '../fetch.ts';
import { headersFor } from './call-headers.ts';

/** The part of tRPC's client that the pages before the login use, with its types. It has no subscriptions. */
export type AuthClient = Pick<TRPCClient<AppRouter>, 'auth' | 'invite' | 'oidc' | 'passkey' | 'push'>;

type ErrorShape = NonNullable<TRPCClientError<AppRouter>['shape']>;

/** The server refused a call. */
export class Refusal extends Error {
  readonly shape: ErrorShape;

  constructor(shape: ErrorShape) {
    super(shape.message);
    this.shape = shape;
  }

  get data(): ErrorShape['data'] {
    return this.shape.data;
  }
}

/**
 * Calls procedures as tRPC's client does, without its links: one request for each call.
 * docs/decisions/0026-own-client-before-the-login.md
 * @param token the access token of now; null before a login.
 */
export function createAuthClient(token: () => string | null): AuthClient {
  async function send(kind: string, path: string, input: unknown): Promise<unknown> {
    const body = JSON.stringify(input);
    // A refresh is safe to repeat (rule 2.6), and every other request waits for it.
    const ask = path === 'auth.refresh' ? fetchInTime : fetchAnswer;
    const headers = headersFor(token());
    const response = await (kind === 'query'
      ? ask(`/trpc/${path}${body ? `?input=${encodeURIComponent(body)}` : ''}`, { headers, method: 'GET' })
      : ask(`/trpc/${path}`, {
          headers: { ...headers, 'content-type': 'application/json' },
          method: 'POST',
          body,
        }));
    const answer = (await response.json()) as { result: { data: unknown } } | { error: ErrorShape };
    if ('error' in answer) throw new Refusal(answer.error);
    return answer.result.data;
  }

  /** `auth.login.mutate(input)`: each name is a step of the path, and the last one says how it is called. */
  function at(path: readonly string[]): unknown {
    return new Proxy(send, {
      get: (_send, name: string) => at([...path, name]),
      apply: (_send, _this, [input]) => send(path.at(-1) ?? '', path.slice(0, -1).join('.'), input),
    });
  }

  return at([]) as AuthClient;
}
