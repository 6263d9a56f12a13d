import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, STATUS } from '@onus/api/core/errors';
import type { AppRouter } from '@onus/api/root';
import type { AnyCaller } from '@onus/server/test/rights/world';
import { createTRPCUntypedClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { at, fromNewAddress, send } from '../../../lib/client/http-client.ts';
import type { TwoTeams } from '../../../lib/users/two-teams.ts';

/** The four entry points as the matrix calls them: each returns the HTTP status of its verdict, 200 for an accepted call. */
export interface EntryPoints {
  http(path: string, isQuery: boolean, who: AnyCaller, input: object | undefined): Promise<number>;
  socket(path: string, isQuery: boolean, who: AnyCaller, input: object | undefined): Promise<number>;
  /** @param row `PATCH /tasks`, as the REST table names it. */
  rest(row: string, who: AnyCaller, input: object | undefined): Promise<number>;
  /** A handshake only checks a token. */
  socketIo(who: AnyCaller): Promise<number>;
  close(): void;
}

export function openEntryPoints({ server, tokens, ids }: TwoTeams): EntryPoints {
  const sockets = new Map<AnyCaller, TrpcSocket>();

  function socketOf(who: AnyCaller): TrpcSocket {
    const socket = sockets.get(who) ?? openTrpcSocket(server.url, tokens[who]);
    sockets.set(who, socket);
    return socket;
  }

  return {
    async http(path, isQuery, who, input) {
      const query = isQuery && input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
      const sent = { token: tokens[who], headers: fromNewAddress() };
      const body = isQuery ? {} : { body: input ?? {} };
      return (await send(server.url, `/trpc/${path}${query}`, { ...sent, ...body })).status;
    },
    async socket(path, isQuery, who, input) {
      for (let tries = 0; tries < 20; tries++) {
        const status = await socketOf(who).ask(path, isQuery, input);
        if (status > 0) return status;
        // An earlier call ended the session and so closed the socket. The client reconnects by itself.
        await sleep(20);
      }
      return 0;
    },
    async rest(row, who, input) {
      const [method = '', template = ''] = row.split(' ');
      const fields: Record<string, unknown> = { ...input };
      const named = [fields.userId, fields.id, fields.conversationId, [fields.assignees].flat()[0], ''];
      const path = template
        .replace(':managerId', who in ids ? ids[who as keyof typeof ids].own.me : 'x')
        .replace(':dueDate', '2026-01-01')
        .replace(/:\w+/, String(named.find(id => id !== undefined)));
      const query = method === 'GET' ? `?${new URLSearchParams(fields as Record<string, string>)}` : '';
      const body = method === 'GET' ? {} : { body: fields };
      const sent = { method, token: tokens[who], headers: fromNewAddress(), ...body };
      const { status } = await send(server.url, path + query, sent);
      return status < 300 ? 200 : status;
    },
    socketIo: who => handshake(server.url, tokens[who]),
    close() {
      for (const socket of sockets.values()) socket.close();
    },
  };
}

/** The limits on guesses from one address are another proof's. */
class SocketFromNewAddress extends WebSocket {
  constructor(url: string | URL) {
    super(url, { headers: fromNewAddress() });
  }
}

export interface TrpcSocket {
  /** 0 without a response. */
  ask(path: string, isQuery: boolean, input: object | undefined): Promise<number>;
  close(): void;
}

export function openTrpcSocket(url: string, token = ''): TrpcSocket {
  const socket = createWSClient({
    url: `${url.replace('http', 'ws')}/trpc`,
    WebSocket: SocketFromNewAddress as unknown as typeof globalThis.WebSocket,
    connectionParams: { token },
    retryDelayMs: () => 0,
  });
  const client = createTRPCUntypedClient<AppRouter>({ links: [wsLink({ client: socket })] });
  return {
    ask: (path, isQuery, input) =>
      (isQuery ? client.query(path, input) : client.mutation(path, input)).then(() => 200, statusOf),
    close: () => void socket.close(),
  };
}

function statusOf(error: unknown): number {
  return error instanceof TRPCClientError ? (error.data?.httpStatus ?? 0) : 0;
}

export async function handshake(url: string, token: string | undefined): Promise<number> {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  const { promise, resolve } = Promise.withResolvers<number>();
  socket.once('connect', () => resolve(200));
  socket.once('connect_error', error => resolve(STATUS[at(error, 'data', 'code') as ErrorCode] ?? 0));
  const status = await promise;
  socket.close();
  return status;
}
