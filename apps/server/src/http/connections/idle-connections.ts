import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { CONNECTION_BUDGETS } from '@onus/contract/limits/connection-budgets';

/**
 * Closes the HTTP connection that has been idle for the longest when there are too many of them. There is no limit
 * for each address: behind a proxy all clients have one.
 */
export function limitIdleConnections(server: Server): void {
  /** Connections without a request, the one that has been idle for the longest first. */
  const idle = new Set<Duplex>();
  const requests = new WeakMap<Duplex, number>();

  function rest(socket: Duplex): void {
    if (socket.destroyed) return;
    idle.add(socket);
    const [longest] = idle;
    if (idle.size <= CONNECTION_BUDGETS.idleConnections.most || !longest) return;
    idle.delete(longest);
    longest.destroy();
  }

  server.on('connection', (socket: Duplex) => {
    socket.once('close', () => idle.delete(socket));
    rest(socket);
  });
  // A client may send several requests before it reads the first response.
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const open = (requests.get(socket) ?? 0) - 1;
      requests.set(socket, open);
      if (open === 0) rest(socket);
    });
  });
  // Sockets have limits of their own.
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => idle.delete(socket));
}
