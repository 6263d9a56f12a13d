import type { EventEmitter } from 'node:events';

/**
 * Resolves with what a socket says when it closes. A socket that breaks is closed too: unlike `events.once`, this
 * never rejects, so it may be made long before something waits for it.
 */
export function ended<Said extends unknown[]>(socket: EventEmitter): Promise<Said> {
  socket.on('error', () => {});
  return new Promise(resolve => {
    socket.once('close', (...said) => resolve(said as Said));
  });
}
