import { connect, type LookupFunction } from 'node:net';

/** Milliseconds. */
const TIMEOUT = 5_000;

/** Opens a connection and closes it. @throws Error if nobody responds. */
export function knock(at: { host: string; port: number; lookup?: LookupFunction }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...at, timeout: TIMEOUT });
    socket.once('connect', () => resolve(socket.destroy() as never));
    socket.once('timeout', () => socket.destroy(new Error(`no response for ${TIMEOUT / 1000} s`)));
    socket.once('error', reject);
  });
}

/** Whether a host is a name of the machine itself. */
export function isThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
}
