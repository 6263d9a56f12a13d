import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, STATUS } from '@onus/api/errors';
import type { AppRouter } from '@onus/api/root';
import type { Anybody } from '@onus/server/rights-world';
import { createTRPCUntypedClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client';
import { io } from 'socket.io-client';
import { at, elsewhere, send } from '../door.ts';
import type { TwoTeams } from './two-teams.ts';

/** The four doors as the matrix asks them: each answers the HTTP status of its verdict, 200 for a call that was heard. */
export interface Doors {
  http(path: string, isQuery: boolean, who: Anybody, input: object | undefined): Promise<number>;
  socket(path: string, isQuery: boolean, who: Anybody, input: object | undefined): Promise<number>;
  /** @param row `PATCH /tasks`, as the REST table names it. */
  rest(row: string, who: Anybody, input: object | undefined): Promise<number>;
  /** It has one question: whose token the handshake brings. */
  socketIo(who: Anybody): Promise<number>;
  close(): void;
}

export function openDoors({ server, tokens, ids }: TwoTeams): Doors {
  const lines = new Map<Anybody, Line>();

  function lineOf(who: Anybody): Line {
    const line = lines.get(who) ?? openLine(server.url, tokens[who]);
    lines.set(who, line);
    return line;
  }

  return {
    async http(path, isQuery, who, input) {
      const query = isQuery && input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
      const sent = { token: tokens[who], headers: elsewhere() };
      const body = isQuery ? {} : { body: input ?? {} };
      return (await send(server.url, `/trpc/${path}${query}`, { ...sent, ...body })).status;
    },
    async socket(path, isQuery, who, input) {
      for (let tries = 0; tries < 20; tries++) {
        const status = await lineOf(who).ask(path, isQuery, input);
        if (status > 0) return status;
        // The line was cut by what a call before did to its session: it comes back by itself.
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
      const sent = { method, token: tokens[who], headers: elsewhere(), ...body };
      const { status } = await send(server.url, path + query, sent);
      return status < 300 ? 200 : status;
    },
    socketIo: who => handshake(server.url, tokens[who]),
    close() {
      for (const line of lines.values()) line.close();
    },
  };
}

export interface Line {
  /** 0 where no answer came. */
  ask(path: string, isQuery: boolean, input: object | undefined): Promise<number>;
  close(): void;
}

export function openLine(url: string, token = ''): Line {
  const socket = createWSClient({
    url: `${url.replace('http', 'ws')}/trpc`,
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
