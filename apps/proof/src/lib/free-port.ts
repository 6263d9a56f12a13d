import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range from which systems take ports for outgoing connections and for port 0. So a port that is free now
 * stays free for the start and the restart of a server.
 */
const PORTS = [15_000, 30_000] as const;
const TRIES = 100;
const given = new Set<number>();

/** A port of 127.0.0.1 that this process has not used before. @throws Error if there is none. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(...PORTS);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port was found in ${TRIES} tries`);
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
