import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { noteForeignPage } from '@onus/api/refusals';
import { appRouter } from '@onus/api/root';
import { RIGHTS_CHANGED, SESSION_ENDED } from '@onus/contract/topic';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import { WebSocketServer } from 'ws';
import type { Contexts } from '../context.ts';
import type { Leaving } from '../leaving.ts';
import { createSocketIo } from '../rest/socket.ts';
import { BARE_ARMOUR } from './armour.ts';
import { isOwnOrigin } from './origin.ts';
import { watchSession } from './session-watch.ts';

const OVER = { ended: SESSION_ENDED, changed: RIGHTS_CHANGED };
const SERVICE_RESTART = 1012;
const MAX_FRAME = 64 * 1024;

/** Milliseconds a client has to answer that it has heard the end. */
const FAREWELL = 2_000;

export interface Sockets {
  /** How many are open, by kind. */
  counts(): Record<string, number>;
  /** Tells every client to come back, and cuts off who does not answer. */
  close(): Promise<void>;
}

/** Both kinds of socket behind one check of their origin: tRPC at /trpc, Socket.IO at /socket.io. */
export function openSockets(
  server: Server,
  contexts: Contexts,
  allowedOrigins: readonly string[],
  leaving: Leaving,
): Sockets {
  const socketIo = createSocketIo(contexts);
  const wss = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME });
  applyWSSHandler({
    wss,
    router: appRouter,
    createContext({ req, res, info }) {
      const context = contexts.ofSocket(info.connectionParams, req);
      res.once(
        'close',
        watchSession(context, over => res.close(OVER[over])),
      );
      return context;
    },
    keepAlive: { enabled: true, pingMs: 30_000, pongWaitMs: 5_000 },
  });

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // From here on nobody else listens to this connection: unheard, a reset would end the process.
    socket.on('error', () => socket.destroy());
    if (leaving.isOn()) return refuse(socket, '503 Service Unavailable');
    if (!isOwnOrigin(request.headers, allowedOrigins)) {
      refuse(socket, '403 Forbidden');
      // Nobody waits for it, and nobody could be told that it failed.
      return void noteForeignPage(contexts.ofSocket(null, request), `${request.headers.origin}`).catch(
        () => {},
      );
    }
    const path = pathOf(request);
    if (path === '/socket.io/') return socketIo.engine.handleUpgrade(request, socket, head);
    if (path !== '/trpc') return refuse(socket, '404 Not Found');
    wss.handleUpgrade(request, socket, head, client => wss.emit('connection', client, request));
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

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

/** Destroyed once it is said: a client that keeps its end open would keep ours. */
function refuse(socket: Duplex, status: string): void {
  const headers = Object.entries({ ...BARE_ARMOUR, connection: 'close', 'content-length': 0 });
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
}
