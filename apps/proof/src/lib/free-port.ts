import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range from which systems take ports for outgoing connections and for port 0. So a port that is free now
 * stays free for the start and the restart of a server.
 */
const PORTS = [15_000, 30_000] as const;
const TRIES = 100;

/** A TCP port of 127.0.0.1 that no other call gets while this process lives. @throws Error if there is none. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(...PORTS);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error(`no free port was found in ${TRIES} tries`);
}

/**
 * Takes the UDP port of the same number, until this process ends. Several processes draw ports at once, and a server
 * takes a second to listen to its own.
 */
async function reserve(port: number): Promise<boolean> {
  const reservation = createSocket('udp4').unref();
  try {
    reservation.bind(port, '127.0.0.1');
    await once(reservation, 'listening');
    return true;
  } catch {
    reservation.close();
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
