import type { Breach, SourceFile } from '../reading/source.ts';

const KNOWN = new Set([
  ...['packages', 'apps', 'drizzle', 'docs'],
  ...['pnpm-workspace.yaml', 'package.json', 'turbo.json', 'vitest.workspace.ts', 'pnpm-lock.yaml'],
  ...['tsconfig.base.json', 'biome.json', 'knip.json'],
  ...['README.md', 'ARCHITECTURE.md', 'LICENSE', 'SECURITY.md'],
]);

/** The top level holds only agreed files. */
export function topLevelIsClosed(files: readonly SourceFile[]): Breach[] {
  const names = new Set(files.map(({ path }) => path.split('/')[0] ?? path));
  return [...names]
    .filter(name => !name.startsWith('.') && !KNOWN.has(name))
    .map(path => ({
      path,
      why: 'does not belong at the top level, which shows the architecture: move it into a folder',
    }));
}
