import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isPagePath } from '@onus/contract/shell/page-path';
import { freePort } from '@onus/proof/free-port';
import { createServer as createViteServer } from 'vite';

/**
 * Onus for development at one address: Vite serves the web app and replaces modules as they change, and hands
 * everything else to the server, which runs from its sources and starts again when one of them changes.
 */

const WEB = fileURLToPath(new URL('..', import.meta.url));
const SERVER = fileURLToPath(new URL('../../server/', import.meta.url));
const MODULES = /^\/(?:@|src\/|node_modules\/)/;
const FILES = new Set(readdirSync(join(WEB, 'public')).map(name => `/${name}`));
const { values: options } = parseArgs({ options: { demo: { type: 'boolean', default: false } } });
const { PORT = '3000', DATA_DIR = join(SERVER, 'data') } = process.env;

await run();

async function run(): Promise<void> {
  const dataDir = options.demo ? mkdtempSync(join(tmpdir(), 'onus-dev-')) : resolve(DATA_DIR);
  const port = String(await freePort());
  // The address of the app is that of Vite. A copy that a built app left in the browser there has to go.
  const own = {
    PORT: port,
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://localhost:${PORT}`,
    SERVICE_WORKER: 'off',
  };
  const env = { ...process.env, ...own };
  if (options.demo) await once(spawnNode(['src/cli/main.ts', 'demo'], env), 'exit');
  const front = createServer();
  // With a server of its own, Vite would end this process at a signal before the others have ended.
  const vite = await createViteServer({
    root: WEB,
    clearScreen: false,
    server: {
      middlewareMode: { server: front },
      hmr: { server: front },
      proxy: { '^/': { target: `http://127.0.0.1:${port}`, ws: true, bypass: keepForVite } },
    },
  });
  front.on('request', vite.middlewares);
  front.listen(Number(PORT), '127.0.0.1');
  await once(front, 'listening');
  // The server wants the folder of the build, of which Vite stands in for every file.
  mkdirSync(join(WEB, 'dist'), { recursive: true });
  const server = spawnNode(['--watch', '--watch-preserve-output', 'src/main.ts'], env);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(server, 'exit')]);
  if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  front.closeAllConnections();
  await vite.close();
  if (options.demo) rmSync(dataDir, { recursive: true, force: true });
  process.exit();
}

function spawnNode(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { cwd: SERVER, env, stdio: 'inherit' });
}

/** The address of a request that Vite answers, nothing for one that the server does. */
function keepForVite({ url = '/', method, headers }: IncomingMessage): string | undefined {
  const isHotReload = headers['sec-websocket-protocol']?.startsWith('vite-');
  const [path = url] = url.split('?', 1);
  const isPage = method === 'GET' && headers.accept?.includes('text/html') && isPagePath(path);
  const isFile = MODULES.test(url) || FILES.has(path);
  return isHotReload || isPage || isFile ? url : undefined;
}
