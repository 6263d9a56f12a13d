import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { holdInstall } from '@onus/db/install-lock';
import type { Env } from '../../../env.ts';
import { databaseIn } from '../../../ops/data-dir.ts';
import { type Finding, finding, reasonOf } from './finding.ts';
import { checkThread } from './thread.ts';

/** Milliseconds. */
const TIMEOUT = 5_000;
const AGAIN = 200;

/** Whether the server of this data runs, by its lock, and then whether it answers where these settings say. */
export async function checkReach({ DATA_DIR, HOST, PORT, METRICS_TOKEN }: Env): Promise<Finding[]> {
  if (!existsSync(databaseIn(DATA_DIR))) return [];
  try {
    const release = holdInstall(DATA_DIR, 'server', 0);
    release?.();
    if (release) return [finding('ok', 'server', 'is not running')];
    const origin = `http://${hostOf(HOST)}:${PORT}`;
    const at = `${origin}/healthz`;
    const { status } = await ask(at);
    return status === 200
      ? [
          finding('ok', 'server', `is running and healthy at ${at}`),
          ...(await checkThread(origin, METRICS_TOKEN)),
        ]
      : [
          finding(
            'warn',
            'server',
            `is running and returns ${status} at ${at}; it is stopping, or another program uses that address`,
          ),
        ];
  } catch (error) {
    const said = `is running but does not respond on HOST ${HOST} and PORT ${PORT}: ${causeOf(error)}; check that these are its settings`;
    return [finding('fail', 'server', said)];
  }
}

/** A server that holds the lock and does not listen yet is starting: a new version may have a database to bring up. */
async function ask(at: string): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT);
  for (;;) {
    try {
      return await fetch(at, { signal });
    } catch (error) {
      if (!isRefused(error) || signal.aborted) throw error;
      await wait(AGAIN);
    }
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

/** Where "everywhere" is from here. */
function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** fetch says only that it failed. */
function causeOf(error: unknown): string {
  return reasonOf(error instanceof Error && error.cause ? error.cause : error);
}
