import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const WEB = join(ROOT, 'apps/web');
const BUILD_CHANGED = fileURLToPath(new URL('./build-changed.ts', import.meta.url));

/** An installation of its own that can be upgraded, as by `git pull` and a build. */
export interface Checkout {
  /** The server to start. */
  server: string;
  /** Puts another build of the app in the place of the one that is served. */
  upgrade(build: string): Promise<void>;
  remove(): Promise<void>;
}

/** The built server and app in a folder of their own, laid out like the repository. */
export async function createCheckout(): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'onus-checkout-'));
  const web = join(folder, 'apps/web/dist');
  await mkdir(join(folder, 'apps/server'), { recursive: true });
  await cp(join(ROOT, 'apps/server/dist'), join(folder, 'apps/server/dist'), { recursive: true });
  await cp(join(WEB, 'dist'), web, { recursive: true });
  for (const linked of ['apps/server/node_modules', 'drizzle']) {
    await symlink(join(ROOT, linked), join(folder, linked));
  }
  return {
    server: join(folder, 'apps/server/dist/main.js'),
    async upgrade(next) {
      await rm(web, { recursive: true });
      await cp(next, web, { recursive: true });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Builds the app without minifying it: it does the same, and its files have other names, as those of a newer version.
 * @returns the folder of the build, for the caller to remove.
 */
export function buildOther(): Promise<string> {
  return buildInto(folder => {
    const options = ['--outDir', folder, '--emptyOutDir', '--minify', 'false', '--logLevel', 'error'];
    return [join(WEB, 'node_modules/vite/bin/vite.js'), 'build', ...options];
  });
}

/** Builds an app that is broken on purpose. @param from a text of its source. @param to what stands there instead. */
export function buildBroken(from: string, to: string): Promise<string> {
  return buildInto(folder => [BUILD_CHANGED, folder, from, to]);
}

async function buildInto(command: (folder: string) => string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'onus-build-'));
  const build = spawn(process.execPath, command(folder), {
    cwd: WEB,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error(`the build of the app ended with ${code}`);
  return folder;
}
