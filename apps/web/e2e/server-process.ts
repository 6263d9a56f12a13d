import { type ChildProcess, type Serializable, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const HOST = fileURLToPath(new URL('./server-host.ts', import.meta.url));

/**
 * Starts a server and waits until it is ready.
 * @param settings the environment of the server.
 * @param logged receives the errors in its log.
 * @returns what stops it; a second call does nothing.
 */
export type Launch = (settings: Record<string, string>, logged: string[]) => Promise<() => Promise<void>>;

/** A process that starts one server after the other, because starting a process takes longer than most journeys. */
export interface ServerHost {
  launch: Launch;
  close(): Promise<void>;
}

/** Every start is a process of its own. @param script the server; the built one if left out. */
export function inOwnProcess(script = MAIN): Launch {
  return async (settings, logged) => {
    const server = spawn(process.execPath, [script], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await markerOf(server, 'Onus is ready', logged);
    return async () => {
      if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
    };
  };
}

/** The host runs the code of the built server. It has one server at a time. */
export function startServerHost(): ServerHost {
  const host = spawn(process.execPath, [HOST], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  return {
    async launch(settings, logged) {
      const ready = markerOf(host, 'Onus is ready', logged);
      host.send({ start: settings } satisfies Serializable);
      await ready;
      let isRunning = true;
      return async () => {
        if (!isRunning) return;
        isRunning = false;
        const stopped = markerOf(host, 'Onus has stopped', logged);
        host.send({ stop: true } satisfies Serializable);
        await stopped;
      };
    },
    async close() {
      if (host.exitCode === null && host.kill('SIGKILL')) await once(host, 'exit');
    },
  };
}

/** Waits for a line of a server's output. Every other line is an error in its log. */
function markerOf(server: ChildProcess, marker: string, logged: string[]): Promise<void> {
  if (!server.stdout) throw new Error('the output of the server is not read');
  // Only the newest reader of a host's output gets its lines.
  server.stdout.removeAllListeners('data');
  const found = Promise.withResolvers<void>();
  const failed = () => found.reject(new Error(`the server ended before it said: ${marker}`));
  let rest = '';
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.includes(marker)) found.resolve();
      else logged.push(line);
    }
  });
  server.once('exit', failed);
  return found.promise.finally(() => server.off('exit', failed));
}
