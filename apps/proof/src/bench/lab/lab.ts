import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../lib/free-port.ts';
import { FLAGS, type Server, startServer } from '../../lib/server/server.ts';
import { dataOf } from './data-set.ts';
import type { Size, Sizes } from './sizes.ts';

/** Starts the processes of one benchmark and stops them afterwards. */
export interface Lab {
  /** True in the tests, which only check that there are figures. */
  smoke: boolean;
  sizes: Sizes;
  rounds: number;
  effort: Effort;
  /** The shipped server on a copy of the data of a size. */
  ours(size: Size, settings?: Record<string, string>): Promise<Server>;
  /** Starts a server of peers/ on a copy of the same data. @param how its command line arguments. */
  peer(name: PeerName, size: Size, ...how: '--tuned'[]): Promise<Peer>;
  end(): Promise<void>;
}

/** How long a round measures each side. The tests count responses instead, so that slow machines pass. */
export type Effort = { seconds: number } | { responses: number };

export type PeerName = 'baseline' | 'bare-trpc' | 'json-server';

export interface Peer {
  url: string;
  port: number;
}

/**
 * A measurement sends more calls than people do, and lasts longer than a token is valid. People without a time zone have the
 * one of the process, and the peers know only UTC.
 */
const SETTINGS = { ACCESS_TOKEN_TTL: '1d', TRUST_PROXY: 'loopback', TZ: 'UTC' };

const left = new Set<() => void>();
process.on('exit', () => {
  for (const end of left) end();
});

export function openLab(how: Pick<Lab, 'smoke' | 'sizes' | 'rounds' | 'effort'>): Lab {
  const ends: (() => Promise<void>)[] = [];
  return {
    ...how,
    async ours(size, settings = {}) {
      const server = await startServer({ ...SETTINGS, ...settings }, { data: await dataOf(size) });
      ends.push(server.remove);
      return server;
    },
    async peer(name, size, ...how) {
      const data = await dataOf(size);
      const folder = mkdtempSync(join(tmpdir(), `onus-${name}-`));
      const file = join(folder, 'onus.sqlite');
      copyFileSync(data, file);
      const port = await freePort();
      const script = fileURLToPath(new URL(`../peers/${name}.ts`, import.meta.url));
      const started = [...FLAGS, script, '--data', file, '--port', String(port), ...how];
      const child = spawn(process.execPath, started, { stdio: ['ignore', 'pipe', 'inherit'] });
      ends.push(endOf(child, folder));
      await ready(child, name);
      return { url: `http://127.0.0.1:${port}`, port };
    },
    async end() {
      for (const end of ends.splice(0).reverse()) await end();
    },
  };
}

/** Stops a peer, also when the run is interrupted. */
function endOf(child: ChildProcess, folder: string): () => Promise<void> {
  const end = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    left.delete(end);
  };
  left.add(end);
  return async () => {
    const isOver = child.exitCode !== null || child.signalCode !== null;
    const over = isOver ? undefined : once(child, 'exit');
    end();
    await over;
  };
}

/** Resolves at the first line it writes. */
async function ready(child: ChildProcess, name: string): Promise<void> {
  if (!child.stdout) throw new Error(`${name} says nothing`);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name} ended before it was ready`);
  });
  await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => {});
}
