import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the app with other words in it. @returns the folder of the build. */
export async function buildNext(words: Record<string, string>): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'onus-next-'));
  const transform = (code: string) =>
    Object.entries(words).reduce((text, [from, to]) => text.replaceAll(from, to), code);
  await build({
    root: join(ROOT, 'apps/web'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    plugins: [{ name: 'next-version', transform }],
  });
  return outDir;
}
