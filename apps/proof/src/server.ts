import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import type { Wish } from './inside/wish.ts';

/** TypeScript as it is: Node strips the types. */
const PRELOAD = new URL('./inside/preload.ts', import.meta.url).href;
const BUNDLE = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
/**
 * What `pnpm start` tells the runtime, so that what is proven and measured is what runs; what it is compared with
 * is told the same.
 */
export const FLAGS = flagsOf(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** The shipped server as a process of its own, with a data folder of its own. Only its doors are spoken to. */
export interface Server {
  url: string;
  port: number;
  dataDir: string;
  /** Its database file, to be looked at while the server is down. */
  file: string;
  pid: () => number;
  /** Lines it wrote to standard output and standard error since its first start. */
  log: () => string;
  /** Asks the preload of a server that was started with one; answers the bytes of its heap. */
  tell(wish: Wish): Promise<number>;
  /** SIGTERM; answers its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL: what a crash is to the data. */
  kill(): Promise<void>;
  /** The same port and data again; answers after how many milliseconds it was ready, and may be killed before. */
  start(): Promise<number>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** Anything that must be ended when the run is interrupted. */
const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

export interface Place {
  /** Another build than the shipped one. */
  bundle?: string;
  /** Another folder than one of its own under the system's temporary files. */
  dataDir?: string;
  /** How many files and connections the process may have open. */
  descriptors?: number;
  /** A database file to start with a copy of; without one the install is empty. */
  data?: string;
  /** With what is loaded before the server, to make its commits fail and see its heap. */
  preload?: boolean;
}

/** Starts one on a free port. @param settings its environment, beside PORT and DATA_DIR. */
export async function startServer(settings: Record<string, string> = {}, place: Place = {}): Promise<Server> {
  const dataDir = place.dataDir ?? (await mkdtemp(join(tmpdir(), 'onus-proof-')));
  if (!place.dataDir) folders.add(dataDir);
  const file = join(dataDir, 'onus.sqlite');
  if (place.data) await copyFile(place.data, file);
  const port = await freePort();
  const lines: string[] = [];
  let child = launch();
  await ready(child, lines);

  function launch(): ChildProcess {
    const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
    const flags = place.preload ? [...FLAGS, '--expose-gc', '--import', PRELOAD] : FLAGS;
    const command = [process.execPath, ...flags, place.bundle ?? BUNDLE];
    const limit = place.descriptors ? `ulimit -n ${place.descriptors}; ` : '';
    return spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...command], {
      env: { ...env, ...settings },
      stdio: place.preload ? ['pipe', 'pipe', 'pipe', 'ipc'] : 'pipe',
    });
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await once(child, 'exit');
    return child.exitCode;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    file,
    pid: () => child.pid ?? 0,
    log: () => lines.join(''),
    async tell(wish) {
      child.send(wish);
      const [{ heapUsed }] = await once(child, 'message');
      return heapUsed;
    },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    async start() {
      const began = performance.now();
      child = launch();
      await ready(child, lines);
      return performance.now() - began;
    },
    async remove() {
      await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
      folders.delete(dataDir);
    },
  };
}

function flagsOf(manifest: string): string[] {
  const [, flags] = /exec node (.*)apps\/server\/dist\/main\.js"/.exec(manifest) ?? [];
  if (flags === undefined) throw new Error('package.json has no start command that ends in the server');
  return flags.trim().split(' ').filter(Boolean);
}

/** Resolves at the ready line, which comes last. */
async function ready(child: ChildProcess, lines: string[]): Promise<void> {
  running.add(child);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // When its last words are read, too.
  child.once('close', () => {
    running.delete(child);
    reject(new Error(`the server ended before it was ready: ${lines.slice(-3).join('')}`));
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      lines.push(text);
      if (text.includes('Onus is ready')) resolve();
    });
  }
  await promise;
}
