import type { IncomingMessage } from 'node:http';
import type { Message } from '@onus/api/chat/view';
import type { Context } from '@onus/api/core/context';
import type { Line } from '@onus/api/core/limits/load';
import { createCaller } from '@onus/api/root';
import { isTrackedEnvelope } from '@trpc/server';
import { Server as Engine } from 'engine.io';
import { Server, type Socket } from 'socket.io';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import type { Contexts } from '../context.ts';
import { type ErrorLog, logInternalError, problemOf } from '../http/errors.ts';
import { conversationShape, messageShape } from '../rest/shapes.ts';
import { watchSession } from './session-watch.ts';

const MAX_FRAME = 64 * 1024;

/** The entry point for other clients: Socket.IO at the API's base address, websocket transport only (rule 6). */
export interface SocketIo {
  /** Takes the upgrades of `/socket.io/`, after the one check of their origin. */
  engine: Engine;
  /** The connections below, to close with a code: Socket.IO itself closes without one. */
  clients(): WebSocket[];
  close(): void;
}

/** What is told of each of its sockets. */
export interface Watch {
  opened(client: WebSocket, request: IncomingMessage): Line;
  signedIn(request: IncomingMessage, person: string): void;
}

/** It decides nothing: it forwards what `chat.onMessage` yields for the user of the handshake's token. */
export function createSocketIo(contexts: Contexts, watch: Watch, log: ErrorLog): SocketIo {
  const lines = new WeakMap<IncomingMessage, Line>();
  const below: WebSocketServer[] = [];
  class SeenServer extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, clientTracking: true });
      below.push(this);
    }
  }
  const engine = new Engine({
    transports: ['websocket'],
    maxHttpBufferSize: MAX_FRAME,
    wsEngine: SeenServer,
  });
  engine.on('connection', ({ request }: { request: IncomingMessage & { websocket: WebSocket } }) => {
    lines.set(request, watch.opened(request.websocket, request));
  });
  const io = new Server({ serveClient: false });
  io.bind(engine);
  io.use((socket, next) => {
    const context = contextOf(contexts, socket, lines);
    // A personal token must be one that may read messages.
    createCaller(context)
      .chat.unread()
      .then(
        () => {
          const { person } = context.caller.line;
          if (person) watch.signedIn(socket.request, person);
          next();
        },
        error => {
          logInternalError(log, error);
          next(refusal(error));
        },
      );
  });
  io.on('connection', socket => void forward(socket, contextOf(contexts, socket, lines), log));
  return {
    engine,
    clients: () => below.flatMap(server => [...server.clients]),
    close: () => void io.close(),
  };
}

/** Until the client leaves, or its session is over; then the socket is cut. */
async function forward(socket: Socket, context: Context, log: ErrorLog): Promise<void> {
  const disconnected = new AbortController();
  socket.once('disconnect', () => disconnected.abort());
  socket.once(
    'disconnect',
    watchSession(context, log, () => socket.disconnect(true)),
  );
  const call = createCaller(context, { signal: disconnected.signal });
  try {
    for await (const event of await call.chat.onMessage({})) {
      // Called in the process, a procedure yields what the transport would take apart.
      if (!isTrackedEnvelope<Message>(event)) continue;
      const [, row] = event;
      emit(socket, 'message', messageShape(row));
      const conversation = await call.chat.conversation({ id: row.conversationId });
      emit(socket, 'conversation', conversationShape(conversation));
    }
  } catch (error) {
    // A session that ended between two messages is a refusal: the same end as that of the stream.
    logInternalError(log, error);
  }
  socket.disconnect(true);
}

/** The entity, and the entity again under `data`: clients read the one or the other. */
function emit(socket: Socket, event: 'message' | 'conversation', entity: object): void {
  socket.emit(event, { ...entity, data: entity });
}

function refusal(error: unknown): Error {
  const { message, code } = problemOf(error);
  return Object.assign(new Error(message), { data: { message, code } });
}

function contextOf(
  contexts: Contexts,
  { handshake, request }: Socket,
  lines: WeakMap<IncomingMessage, Line>,
): Context {
  const { token, timeZone } = handshake.auth;
  return contexts.ofSocket({ token, timeZone }, request, lines.get(request));
}
