import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import { FLAGS, type Server, startServer } from '../server.ts';
import { dataOf } from './data.ts';
import type { Size, Sizes } from './sizes.ts';

/** Where one bench is measured: what it starts here is gone afterwards. */
export interface Lab {
  /** True in the tests, where only that there are figures counts. */
  smoke: boolean;
  sizes: Sizes;
  rounds: number;
  effort: Effort;
  /** The shipped server on a copy of the data of a size. */
  ours(size: Size, settings?: Record<string, string>): Promise<Server>;
  /** A server of peers/ as a process of its own, on a copy of the same data; @param how for its command line. */
  peer(name: PeerName, size: Size, ...how: '--once'[]): Promise<Peer>;
  end(): Promise<void>;
}

/** How long each side is measured in a round; in the tests, by how many answers, however slow the machine is. */
export type Effort = { seconds: number } | { answers: number };

export type PeerName = 'floor' | 'bare-trpc' | 'json-server';

export interface Peer {
  url: string;
  port: number;
}

/** A measurement sends more calls than people do, and runs for longer than a token lives. */
const SETTINGS = { ACCESS_TOKEN_TTL: '1d', TRUST_PROXY: 'loopback' };

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
      const script = fileURLToPath(new URL(`./peers/${name}.ts`, import.meta.url));
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

/** What ends a peer for good; it is also done when the run is interrupted. */
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
