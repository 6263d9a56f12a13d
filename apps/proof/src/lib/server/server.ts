import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import type { ServerCommand } from './fault-injection/command.ts';

/** Node strips the types of TypeScript. */
const PRELOAD = new URL('./fault-injection/preload.ts', import.meta.url).href;
const CHEAP_PASSWORDS = new URL('./fault-injection/cheap-passwords.ts', import.meta.url).href;
const BUNDLE = fileURLToPath(new URL('../../../../server/dist/main.js', import.meta.url));
/**
 * The flags of `pnpm start`, so that proofs and benchmarks run the same server as users. Peers get the same flags.
 */
export const FLAGS = flagsOf(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8'));

/** The shipped server in its own process with its own data folder. Callers use only its entry points. */
export interface Server {
  url: string;
  port: number;
  dataDir: string;
  /** Its database file, to read while the server is stopped. */
  file: string;
  pid: () => number;
  /** Lines it wrote to standard output and standard error since its first start. */
  log: () => string;
  /** Asks the preload of a server that was started with one. @returns its timers for `timers`, else the bytes of its heap. */
  sendCommand(command: ServerCommand): Promise<number>;
  /** SIGTERM; returns its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, which has the effect of a crash. */
  kill(): Promise<void>;
  /** Restarts on the same port and data; returns the start time in ms. Can be killed before it is ready. */
  start(): Promise<number>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** A process that must be stopped if the run is interrupted. */
const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

export interface ServerOptions {
  /** A build other than the shipped one. */
  bundle?: string;
  /** A data folder other than a new temporary one. */
  dataDir?: string;
  /** The limit on open files and connections of the process. */
  descriptors?: number;
  /** A database file to copy at the start; without it the installation is empty. */
  data?: string;
  /** Loads the preload, which can make commits fail and shows the heap. */
  preload?: boolean;
  /** For short forms whose subject is not hashing: their hundreds of passwords take 1 ms each. */
  hasCheapPasswords?: boolean;
}

/** Starts one on a free port. @param settings its environment, in addition to PORT and DATA_DIR. */
export async function startServer(
  settings: Record<string, string> = {},
  options: ServerOptions = {},
): Promise<Server> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'onus-proof-')));
  if (!options.dataDir) folders.add(dataDir);
  const file = join(dataDir, 'onus.sqlite');
  if (options.data) await copyFile(options.data, file);
  const port = await freePort();
  const lines: string[] = [];
  let child = launch();
  await ready(child, lines);

  function launch(): ChildProcess {
    const env = { ...compiledCode(), PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
    const flags = [
      ...FLAGS,
      ...(options.preload ? ['--expose-gc', '--import', PRELOAD] : []),
      ...(options.hasCheapPasswords ? ['--import', CHEAP_PASSWORDS] : []),
    ];
    const command = [process.execPath, ...flags, options.bundle ?? BUNDLE];
    const limit = options.descriptors ? `ulimit -n ${options.descriptors}; ` : '';
    return spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...command], {
      env: { ...env, ...settings },
      stdio: options.preload ? ['pipe', 'pipe', 'pipe', 'ipc'] : 'pipe',
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
    async sendCommand(command) {
      child.send(command);
      const [{ figure }] = await once(child, 'message');
      return figure;
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

/** A process that keeps compiled code, as those of `pnpm test` do, shares it with its servers. Others start as users do. */
function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  const compiled = getCompileCacheDir();
  // Node adds a folder for its version.
  return compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {};
}

function flagsOf(manifest: string): string[] {
  const [, flags] = /"start": "node (.*)apps\/server\/scripts\/start\.ts"/.exec(manifest) ?? [];
  if (flags === undefined) throw new Error('package.json has no start command that ends in the server');
  return flags.trim().split(' ').filter(Boolean);
}

/** Resolves at the ready line, which comes last. */
async function ready(child: ChildProcess, lines: string[]): Promise<void> {
  running.add(child);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // After its last output has been read.
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
