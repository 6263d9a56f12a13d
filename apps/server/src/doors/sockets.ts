import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { noteForeignPage } from '@onus/api/refusals';
import { appRouter } from '@onus/api/root';
import { RIGHTS_CHANGED, SESSION_ENDED } from '@onus/contract/topic';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import { WebSocketServer } from 'ws';
import type { Contexts } from '../context.ts';
import { createSocketIo } from '../rest/socket.ts';
import { BARE_ARMOUR } from './armour.ts';
import { isOwnOrigin } from './origin.ts';
import { watchSession } from './session-watch.ts';

const OVER = { ended: SESSION_ENDED, changed: RIGHTS_CHANGED };
const SERVICE_RESTART = 1012;
const MAX_FRAME = 64 * 1024;

export interface Sockets {
  /** Tells every browser to come back and closes. */
  close(): void;
}

/** Both kinds of socket behind one check of their origin: tRPC at /trpc, Socket.IO at /socket.io. */
export function openSockets(server: Server, contexts: Contexts, allowedOrigins: readonly string[]): Sockets {
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
    close() {
      socketIo.close();
      for (const client of wss.clients) client.close(SERVICE_RESTART);
      wss.close();
    },
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

function refuse(socket: Duplex, status: string): void {
  const headers = Object.entries({ ...BARE_ARMOUR, connection: 'close', 'content-length': 0 });
  socket.end(`HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
}
