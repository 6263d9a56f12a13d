import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { run } from '../src/cli/run.ts';
import { sendTo } from './server.ts';

// `pnpm test` builds both bundles first. The server's is what `pnpm start` runs; the commands start ten times as fast.
export const ONUS = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const SERVER = fileURLToPath(new URL('../dist/main.js', import.meta.url));
/** Node keeps compiled code here: hundreds of processes of the tests load the same bundles. */
const COMPILED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)),
};

export function folder(): string {
  return mkdtempSync(join(tmpdir(), 'onus-cli-'));
}

/** The real command in a process of its own. @param typed what stands on its standard input. */
export async function onus(
  dataDir: string,
  args: string[],
  typed = '',
  settings: Record<string, string> = {},
  script = ONUS,
) {
  const env = { ...COMPILED, DATA_DIR: dataDir, ...settings };
  const command = spawn(process.execPath, [script, ...args], { env });
  command.stdin.end(typed);
  const said = Promise.all([text(command.stdout), text(command.stderr)]);
  const [code] = await once(command, 'close');
  const [out, err] = await said;
  return { code, out, err };
}

/** The same command in this process: one of its own takes longer to start than most commands take to work. */
export async function command(
  dataDir: string,
  args: string[],
  typed = '',
  settings: Record<string, string> = {},
) {
  const said = { out: '', err: '' };
  const restored = [
    replaced(
      process.stdout,
      'write',
      collected(text => (said.out += text)),
    ),
    replaced(
      process.stderr,
      'write',
      collected(text => (said.err += text)),
    ),
    replaced(process, 'stdin', Readable.from([typed])),
  ];
  const [env, umask] = [process.env, process.umask(0o077)];
  process.env = { DATA_DIR: dataDir, ...settings };
  try {
    const code = await run(args);
    return { code, ...said };
  } finally {
    process.env = env;
    process.umask(umask);
    for (const restore of restored) restore();
  }
}

/** Puts a value in the place of another. @returns what puts the former one back. */
function replaced(owner: object, name: string, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    Reflect.deleteProperty(owner, name);
    if (own) Object.defineProperty(owner, name, own);
  };
}

/** A `write` that hands on its texts. */
function collected(add: (text: string) => void): (text: string) => boolean {
  return text => {
    add(text);
    return true;
  };
}

/** The shipped server in a process of its own, starting. It is gone when the test is over, whatever happens. */
export function launch(settings: Record<string, string>) {
  const env = { ...COMPILED, PORT: '0', LOG_LEVEL: 'silent', ...settings };
  const server = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void server.kill('SIGKILL'));
  const said = { out: '', err: '' };
  server.stdout.on('data', text => {
    said.out += text;
  });
  server.stderr.on('data', text => {
    said.err += text;
  });
  return { server, said, exited: once(server, 'exit') as Promise<[number | null, string | null]> };
}

/** The same when it is ready, with its address. */
export async function startProcess(dataDir: string, settings: Record<string, string> = {}) {
  const started = launch({ DATA_DIR: dataDir, LOG_LEVEL: 'info', ...settings });
  const { server, said, exited } = started;
  const ended = exited.then(() => {
    throw new Error(`the server ended: ${said.err}`);
  });
  while (!said.out.includes('Onus is ready')) await Promise.race([once(server.stdout, 'data'), ended]);
  ended.catch(() => {});
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said.out)?.[0] ?? '';

  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    server.kill(signal);
    return exited;
  }

  /** Waits for a line of the log. */
  async function says(pattern: RegExp): Promise<string> {
    let found = pattern.exec(said.out);
    while (!found) {
      await once(server.stdout, 'data');
      found = pattern.exec(said.out);
    }
    return found[0];
  }

  return { ...started, url, send: sendTo(url), stop, says };
}
