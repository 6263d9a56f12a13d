import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FaultProxy, startFaultProxy } from '@onus/proof/fault-proxy';
import type { Faults } from '@onus/proof/faults';
import { freePort } from '@onus/proof/free-port';
import { inOwnProcess, type Launch } from './server-process.ts';

/** The shipped server with an empty data folder. */
export interface Install {
  /** The address that browsers open. */
  url: string;
  /** The address of the server itself, without the network. */
  server: string;
  /** The faulty network between the browsers and the server, if there is one. */
  network: FaultProxy | null;
  dataDir: string;
  /** Errors in the server's log. */
  logged: readonly string[];
  stop(): Promise<void>;
  /** Restarts the server on the same port and data. @param changed settings that differ from now on. */
  restart(changed?: Record<string, string>): Promise<void>;
}

/**
 * @param faults of the network between the browsers and the server; null for a direct connection.
 * @param launch starts the server; the built one in a process of its own if left out.
 */
export async function startInstall(
  settings: Record<string, string> = {},
  faults: Faults | null = null,
  launch: Launch = inOwnProcess(),
): Promise<Install> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onus-e2e-'));
  const port = await freePort();
  const network = faults && (await startFaultProxy(port, faults));
  const url = `http://localhost:${network?.port ?? port}`;
  const logged: string[] = [];
  const env = { LOG_LEVEL: 'error', PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url, ...settings };
  let stop = await launch(env, logged);

  return {
    url,
    server: `http://localhost:${port}`,
    network,
    dataDir,
    logged,
    stop: () => stop(),
    async restart(changed) {
      await stop();
      stop = await launch({ ...env, ...changed }, logged);
    },
  };
}

export async function removeInstall(install: Install): Promise<void> {
  await install.stop();
  await install.network?.close();
  await rm(install.dataDir, { recursive: true, force: true });
  if (install.logged.length > 0) throw new Error(`the server logged an error: ${install.logged.join('\n')}`);
}
