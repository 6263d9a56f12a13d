import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FaultProxy, startFaultProxy } from '@onus/proof/fault-proxy';
import type { Faults } from '@onus/proof/faults';
import { freePort } from '@onus/proof/free-port';

const SERVER = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

/** A shipped server of its own, with an empty data folder. */
export interface Install {
  /** What browsers open. */
  url: string;
  /** The faulty network between the browsers and the server, if there is one. */
  network: FaultProxy | null;
  dataDir: string;
  /** What the server said went wrong inside it; nothing on a good day. */
  logged: readonly string[];
  stop(): Promise<void>;
  /** Starts the server again on the same port and data. */
  restart(): Promise<void>;
}

/** @param faults of the network between the browsers and the server; without them there is none. */
export async function startInstall(
  settings: Record<string, string> = {},
  faults: Faults | null = null,
): Promise<Install> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onus-e2e-'));
  const port = await freePort();
  const network = faults && (await startFaultProxy(port, faults));
  const url = `http://localhost:${network?.port ?? port}`;
  const logged: string[] = [];
  const env = { PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url, ...settings };
  let server = await launch(env, logged);

  async function stop(): Promise<void> {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  }

  return {
    url,
    network,
    dataDir,
    logged,
    stop,
    async restart() {
      await stop();
      server = await launch(env, logged);
    },
  };
}

export async function removeInstall(install: Install): Promise<void> {
  await install.stop();
  await install.network?.close();
  await rm(install.dataDir, { recursive: true, force: true });
  if (install.logged.length > 0) throw new Error(`the server logged an error: ${install.logged.join('')}`);
}

async function launch(settings: Record<string, string>, logged: string[]): Promise<ChildProcess> {
  const server = spawn(process.execPath, [SERVER], {
    env: { ...process.env, LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = Promise.withResolvers<void>();
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('Onus is ready')) ready.resolve();
    else logged.push(text);
  });
  server.once('exit', () => ready.reject(new Error('the server ended before it was ready')));
  await ready.promise;
  return server;
}
