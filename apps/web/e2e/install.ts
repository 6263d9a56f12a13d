import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

/** A shipped server of its own, with an empty data folder. */
export interface Install {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
  /** Starts the server again on the same port and data. */
  restart(): Promise<void>;
}

export async function startInstall(settings: Record<string, string> = {}): Promise<Install> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onus-e2e-'));
  const port = await freePort();
  let server = await launch(port, dataDir, settings);

  async function stop(): Promise<void> {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  }

  return {
    url: `http://localhost:${port}`,
    dataDir,
    stop,
    async restart() {
      await stop();
      server = await launch(port, dataDir, settings);
    },
  };
}

export async function removeInstall(install: Install): Promise<void> {
  await install.stop();
  await rm(install.dataDir, { recursive: true, force: true });
}

async function launch(
  port: number,
  dataDir: string,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const server = spawn(process.execPath, [SERVER], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const text of server.stdout) {
    if (String(text).includes('Onus is ready')) return server;
  }
  throw new Error('the server ended before it was ready');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}
