import type { EventEmitter } from 'node:events';

/**
 * Resolves with the arguments of the close event of a socket. A socket that breaks is closed too: unlike `events.once`, this
 * never rejects, so a caller may create it long before awaiting it.
 */
export function whenClosed<Said extends unknown[]>(socket: EventEmitter): Promise<Said> {
  socket.on('error', () => {});
  return new Promise(resolve => {
    socket.once('close', (...said) => resolve(said as Said));
  });
}
