import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Services } from '@onus/api/context';
import { noteForeignPage } from '@onus/api/refusals';
import { appRouter } from '@onus/api/root';
import { atMost, BUDGETS, type Budget } from '@onus/contract/budgets';
import { RIGHTS_CHANGED, SESSION_ENDED } from '@onus/contract/topic';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import type { Contexts } from '../context.ts';
import type { Leaving } from '../leaving.ts';
import { createSocketIo, type Watch } from '../rest/socket.ts';
import { BARE_ARMOUR } from './armour.ts';
import { logInternalError } from './internal-error.ts';
import { closeOver, LimitedSocket } from './limited-socket.ts';
import { lineOfSocket } from './line.ts';
import { isOwnOrigin, type OwnSites } from './origin.ts';
import { watchSession } from './session-watch.ts';
import { createStrangers } from './strangers.ts';

/** A browser comes back by itself after this. */
const SERVICE_RESTART = 1012;
const OVER = { ended: SESSION_ENDED, changed: RIGHTS_CHANGED, unknown: SERVICE_RESTART };
const MAX_FRAME = 64 * 1024;

/** Milliseconds a client has to answer that it has heard the end. */
const FAREWELL = 2_000;
/** Seconds after which a refused socket may be opened again. */
const RETRY_AFTER = 2;

export interface Sockets {
  /** How many are open, by kind. */
  counts(): Record<string, number>;
  /** Tells every client to come back, and cuts off who does not answer. */
  close(): Promise<void>;
}

interface Arrivals extends Watch {
  /** The limit that one more socket would break. */
  limitFor(request: IncomingMessage): Budget | null;
}

/** Both kinds of socket behind one check of their origin: tRPC at /trpc, Socket.IO at /socket.io. */
export function openSockets(
  { server, log }: Pick<FastifyInstance, 'server' | 'log'>,
  services: Pick<Services, 'load'>,
  contexts: Contexts,
  sites: OwnSites,
  leaving: Leaving,
): Sockets {
  const arrivals = watchArrivals(services, contexts);
  const socketIo = createSocketIo(contexts, arrivals, log);
  const wss = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, WebSocket: LimitedSocket });
  applyWSSHandler({
    wss,
    router: appRouter,
    createContext({ req, res, info }) {
      const line = res instanceof LimitedSocket ? res.line : null;
      const context = contexts.ofSocket(info.connectionParams, req, line);
      res.once(
        'close',
        watchSession(context, log, over => res.close(OVER[over])),
      );
      void isSignedIn(context).then(is => is && arrivals.signedIn(req));
      return context;
    },
    onError({ error, path }) {
      if (!isOfConnection(error.cause)) logInternalError(log, error, path);
    },
    keepAlive: { enabled: true, pingMs: 30_000, pongWaitMs: 5_000 },
  });

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // From here on nothing else listens to this connection: unheard, a reset would end the process.
    socket.on('error', () => socket.destroy());
    if (leaving.isOn()) return refuse(socket, '503 Service Unavailable');
    if (!isOwnOrigin(request.headers, sites)) {
      refuse(socket, '403 Forbidden');
      return void noteForeignPage(contexts.ofSocket(null, request), `${request.headers.origin}`).catch(
        error => logInternalError(log, error),
      );
    }
    const path = pathOf(request);
    const limit = arrivals.limitFor(request);
    if (limit) return refuse(socket, '429 Too Many Requests', limit);
    if (path === '/socket.io/') return socketIo.engine.handleUpgrade(request, socket, head);
    if (path !== '/trpc') return refuse(socket, '404 Not Found');
    wss.handleUpgrade(request, socket, head, client => {
      client.line = arrivals.opened(client, request);
      wss.emit('connection', client, request);
    });
  });

  return {
    counts: () => ({ trpc: wss.clients.size, 'socket.io': socketIo.clients().length }),
    async close() {
      const open = [...wss.clients, ...socketIo.clients()];
      const gone = Promise.all(open.map(client => once(client, 'close')));
      for (const client of open) client.close(SERVICE_RESTART);
      await Promise.race([gone, wait(FAREWELL, undefined, { ref: false })]);
      for (const client of open) client.terminate();
      socketIo.close();
      wss.close();
    },
  };
}

/** A frame that is none, or a connection that broke: its client's doing, and no bug. */
function isOfConnection(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code.startsWith('WS_ERR_') || code === 'ECONNRESET' || code === 'EPIPE';
}

/** From its first moment a socket has a line, and some time to sign in. */
function watchArrivals({ load }: Pick<Services, 'load'>, contexts: Contexts): Arrivals {
  const strangers = createStrangers();
  const signedIn = new WeakMap<IncomingMessage, () => void>();
  const addressOf = (request: IncomingMessage) => contexts.ofSocket(null, request).caller.address;
  return {
    limitFor: request => strangers.limitFor(addressOf(request)),
    opened(client, request) {
      const line = lineOfSocket(request.socket, limit => closeOver(client, limit));
      const gone = load.connect(line);
      const known = strangers.add(addressOf(request), () => closeOver(client, BUDGETS.handshakeSeconds));
      signedIn.set(request, known);
      client.once('close', () => {
        known();
        gone();
      });
      return line;
    },
    signedIn: request => signedIn.get(request)?.(),
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

/** Whether a socket's token is good. The procedures refuse the others themselves. */
async function isSignedIn({ caller: { accessToken }, sessions, clock }: Context): Promise<boolean> {
  if (!accessToken) return false;
  return sessions.check(accessToken, clock()).then(
    () => true,
    () => false,
  );
}

/** Destroyed once it is said: a client that keeps its end open would keep ours. */
function refuse(socket: Duplex, status: string, limit?: Budget): void {
  const body = limit ? JSON.stringify({ message: atMost(limit), code: 'TOO_MANY_REQUESTS' }) : '';
  const headers = Object.entries({
    ...BARE_ARMOUR,
    ...(limit ? { 'retry-after': RETRY_AFTER, 'content-type': 'application/json; charset=utf-8' } : {}),
    connection: 'close',
    'content-length': Buffer.byteLength(body),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('')}\r\n${body}`);
}
