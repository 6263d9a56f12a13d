import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { noteForeignPage } from '@onus/api/core/audit/refusals';
import type { Services } from '@onus/api/core/context';
import { type ErrorCode, STATUS } from '@onus/api/core/errors';
import { atMost, type Budget } from '@onus/contract/limits/budgets';
import { returnWithin } from '@onus/contract/live/topic';
import type { FastifyInstance } from 'fastify';
import type { Contexts } from '../context.ts';
import { answerWithoutReply, logInternalError } from '../http/errors.ts';
import type { OpenSockets } from '../http/metrics.ts';
import { isOwnOrigin, type OwnSites } from '../http/origin.ts';
import type { Shutdown } from '../shutdown.ts';
import { closeOver } from './limited-socket.ts';
import { createSocketIo, type Watch } from './socket-io.ts';
import { lineOfSocket } from './socket-line.ts';
import { createStrangers } from './strangers.ts';
import { createTrpcSockets, SERVICE_RESTART } from './ws.ts';

/** Milliseconds a client has to answer that it has heard the end. */
const FAREWELL = 2_000;
/** Milliseconds of work that a browser makes when it comes back, with room for other work beside it. */
const RETURN = 2.5;
/** Seconds after which a refused socket may be opened again. */
const RETRY_AFTER = 2;

export interface Sockets extends OpenSockets {
  /** Tells every client to come back, and cuts off who does not answer. */
  close(): Promise<void>;
}

interface Arrivals extends Watch {
  /** Makes room for one more socket. @returns the limit that it would break. */
  makeRoom(request: IncomingMessage): Budget | null;
}

/** Both kinds of socket behind one check of their origin: tRPC at /trpc, Socket.IO at /socket.io. */
export function openSockets(
  { server, log }: Pick<FastifyInstance, 'server' | 'log'>,
  services: Pick<Services, 'load'>,
  contexts: Contexts,
  sites: OwnSites,
  shutdown: Shutdown,
): Sockets {
  const arrivals = watchArrivals(services, contexts);
  const socketIo = createSocketIo(contexts, arrivals, log);
  const wss = createTrpcSockets(contexts, arrivals, log);

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // From here on nothing else listens to this connection: unheard, a reset would end the process.
    socket.on('error', () => socket.destroy());
    if (shutdown.isShuttingDown())
      return refuse(socket, 'SERVICE_UNAVAILABLE', 'The server is shutting down', RETRY_AFTER);
    if (!isOwnOrigin(request.headers, sites)) {
      refuse(socket, 'FORBIDDEN', 'Pages of this origin may not open a socket');
      return void noteForeignPage(contexts.ofSocket(null, request), `${request.headers.origin}`).catch(
        error => logInternalError(log, error),
      );
    }
    // Who comes back after a restart waits outside, so that the calls of those who are connected do not.
    if (services.load.isBusy())
      return refuse(socket, 'SERVICE_UNAVAILABLE', 'The server is busy', RETRY_AFTER);
    const path = pathOf(request);
    const limit = arrivals.makeRoom(request);
    if (limit) return refuse(socket, 'TOO_MANY_REQUESTS', atMost(limit), RETRY_AFTER);
    // The engine would answer an older one in the middle of a WebSocket, which its client cannot read.
    if (path === '/socket.io/' && !isOfProtocol4(request))
      return refuse(socket, 'BAD_REQUEST', 'Use version 3 or later of a Socket.IO client');
    if (path === '/socket.io/') return socketIo.engine.handleUpgrade(request, socket, head);
    if (path !== '/trpc') return refuse(socket, 'NOT_FOUND', 'Not found');
    wss.handleUpgrade(request, socket, head, client => {
      const line = arrivals.opened(client, request);
      const address = addressOf(contexts, request);
      client.connection = { line, turn: work => services.load.turn(line.person ?? address, work) };
      wss.emit('connection', client, request);
    });
  });

  return {
    counts: () => ({ trpc: wss.clients.size, 'socket.io': socketIo.clients().length }),
    async close() {
      const open = [...wss.clients, ...socketIo.clients()];
      const gone = Promise.all(open.map(client => once(client, 'close')));
      for (const client of open) client.close(SERVICE_RESTART, returnWithin(open.length * RETURN));
      await Promise.race([gone, wait(FAREWELL, undefined, { ref: false })]);
      for (const client of open) client.terminate();
      socketIo.close();
      wss.close();
    },
  };
}

/** Only a WebSocket may leave HTTP. Every other protocol that a client offers is ignored, as RFC 9110 7.8 allows. */
export function isWebSocket({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** From its first moment a socket has a line, and some time to sign in. */
function watchArrivals({ load }: Pick<Services, 'load'>, contexts: Contexts): Arrivals {
  const strangers = createStrangers();
  const signedIn = new WeakMap<IncomingMessage, (person: string) => void>();
  return {
    makeRoom: request => strangers.makeRoom(addressOf(contexts, request)),
    opened(client, request) {
      const line = lineOfSocket(request.socket, limit => closeOver(client, limit));
      const gone = load.connect(line);
      const known = strangers.add(addressOf(contexts, request), limit => closeOver(client, limit));
      signedIn.set(request, person => {
        known();
        const limit = load.hold(person, line);
        if (limit) closeOver(client, limit);
      });
      client.once('close', () => {
        known();
        gone();
      });
      return line;
    },
    signedIn: (request, person) => signedIn.get(request)?.(person),
  };
}

function addressOf(contexts: Contexts, request: IncomingMessage): string {
  return contexts.ofSocket(null, request).caller.address;
}

function isOfProtocol4({ url = '' }: IncomingMessage): boolean {
  return new URLSearchParams(url.split('?', 2)[1]).get('EIO') === '4';
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

/** Destroyed once it is said: a client that keeps its end open would keep ours. */
function refuse(socket: Duplex, code: ErrorCode, message: string, retryAfter?: number): void {
  socket.once('finish', () => socket.destroy());
  socket.end(answerWithoutReply({ status: STATUS[code], code, message, retryAfter }));
}
