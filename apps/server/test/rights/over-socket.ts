import type { AppRouter } from '@onus/api/root';
import { appRouter } from '@onus/api/root';
import { createTRPCUntypedClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client';
import { type ClientOptions, WebSocket } from 'ws';

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;

/**
 * A client over a WebSocket of its own, signed in with a token.
 * @param url of the server.
 * @param options of the socket, such as the headers of its handshake.
 */
export function socketClient(url: string, token: string | undefined, options: ClientOptions = {}) {
  class Socket extends WebSocket {
    constructor(address: string | URL) {
      super(address, options);
    }
  }
  const socket = createWSClient({
    url: `${url.replace('http', 'ws')}/trpc`,
    WebSocket: Socket as unknown as typeof globalThis.WebSocket,
    connectionParams: { token: token ?? '' },
  });
  const client = createTRPCUntypedClient<AppRouter>({ links: [wsLink({ client: socket })] });
  return { client, close: () => socket.close() };
}

/** The status of a call. */
export async function statusOver(
  client: ReturnType<typeof socketClient>['client'],
  path: string,
  input: object | undefined,
  tries = 20,
): Promise<number> {
  const isQuery = procedures[path]?._def.type === 'query';
  const call = isQuery ? client.query(path, input) : client.mutation(path, input);
  const status = await call.then(() => 200, statusOf);
  // What a call before changed of the caller's rights has cut the socket: it comes back by itself.
  return status === 0 && tries > 0 ? statusOver(client, path, input, tries - 1) : status;
}

function statusOf(error: unknown): number {
  return error instanceof TRPCClientError ? (error.data?.httpStatus ?? 0) : 0;
}
