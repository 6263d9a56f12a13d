import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/** Pictures of the landing page: seen once, and larger than all code together. */
const NOT_KEPT = /\.webp$/;

/** Writes `sw.js`, the service worker with the list of all files of the build, and `sw-off.js`, which removes it. */
export function appShell(): Plugin {
  let publicDir = '';
  return {
    name: 'app-shell',
    apply: 'build',
    // After Vite's own, which write index.html.
    enforce: 'post',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const [worker, off] = await Promise.all([compiled('worker'), compiled('worker-off')]);
        const files = { ...hashesOf(built(bundle)), ...hashesOf(copied(publicDir)) };
        const hash = createHash('sha256').update(JSON.stringify(files)).update(worker).digest('hex');
        const shell = JSON.stringify({ cache: `onus-shell-${hash.slice(0, 16)}`, files });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: `const SHELL=${shell};${worker}` });
        this.emitFile({ type: 'asset', fileName: 'sw-off.js', source: off });
      },
    },
  };
}

type File = readonly [path: string, content: string | Uint8Array];

function built(bundle: Rolldown.OutputBundle): File[] {
  return Object.values(bundle).map(file => [
    `/${file.fileName}`,
    file.type === 'chunk' ? file.code : file.source,
  ]);
}

function copied(folder: string): File[] {
  return readdirSync(folder).map(name => [`/${name}`, readFileSync(join(folder, name))]);
}

/** A name under /assets/ is one of its content; every other file is checked when it is stored. */
function hashesOf(files: readonly File[]): Record<string, string> {
  const kept = files.filter(([path]) => !NOT_KEPT.test(path));
  return Object.fromEntries(
    kept.map(([path, content]) => [
      path,
      path.startsWith('/assets/') ? '' : `sha256-${createHash('sha256').update(content).digest('base64')}`,
    ]),
  );
}

/** One script without imports: not every browser takes a module as a service worker. */
async function compiled(name: string): Promise<string> {
  const entry = fileURLToPath(new URL(`sw/${name}.ts`, import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, copyPublicDir: false, lib: { entry, formats: ['iife'], name: 'worker' } },
  });
  const [first] = Array.isArray(result) ? result : [result];
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (!chunk) throw new Error(`${name} was not built`);
  return chunk.code;
}
