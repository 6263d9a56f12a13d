import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const WEB = join(ROOT, 'apps/web');

/** An installation of its own that can be upgraded, as by `git pull` and a build. */
export interface Checkout {
  /** The server to start. */
  server: string;
  /** Puts another build of the app in the place of the one that is served. */
  upgrade(build: string): Promise<void>;
  /** Breaks the app that is served on purpose. @throws Error unless one script has the text, as it is in the build. */
  breakApp(from: RegExp, to: string): Promise<void>;
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
    breakApp: (from, to) => changeScript(join(web, 'assets'), from, to),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function changeScript(folder: string, from: RegExp, to: string): Promise<void> {
  const scripts = (await readdir(folder)).filter(name => name.endsWith('.js'));
  const texts = await Promise.all(
    scripts.map(async name => ({
      file: join(folder, name),
      text: await readFile(join(folder, name), 'utf8'),
    })),
  );
  const [found, ...more] = texts.filter(({ text }) => from.test(text));
  // The sound app as a control would show nothing.
  if (!found || more.length > 0)
    throw new Error(`${found ? 1 + more.length : 0} scripts of the app contain ${from}`);
  await writeFile(found.file, found.text.replace(from, to));
  // Browsers get these instead.
  for (const end of ['.br', '.gz']) await rm(found.file + end, { force: true });
}

/**
 * Builds the app without minifying it: it does the same, and its files have other names, as those of a newer version.
 * @returns the folder of the build, for the caller to remove.
 */
export async function buildOther(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'onus-build-'));
  const options = ['--outDir', folder, '--emptyOutDir', '--minify', 'false', '--logLevel', 'error'];
  const build = spawn(process.execPath, [join(WEB, 'node_modules/vite/bin/vite.js'), 'build', ...options], {
    cwd: WEB,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error(`the build of the app ended with ${code}`);
  return folder;
}
