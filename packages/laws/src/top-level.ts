import type { Breach, SourceFile } from './source.ts';

const KNOWN = new Set([
  ...['packages', 'apps', 'drizzle', 'docs'],
  ...['pnpm-workspace.yaml', 'package.json', 'turbo.json', 'vitest.workspace.ts', 'pnpm-lock.yaml'],
  ...['tsconfig.base.json', 'biome.json', 'knip.json'],
  ...['README.md', 'ARCHITECTURE.md', 'LICENSE', 'SECURITY.md'],
]);

/** The first thing a newcomer sees holds only what was agreed on. */
export function topLevelIsClosed(files: readonly SourceFile[]): Breach[] {
  const names = new Set(files.map(({ path }) => path.split('/')[0] ?? path));
  return [...names]
    .filter(name => !name.startsWith('.') && !KNOWN.has(name))
    .map(path => ({
      path,
      why: 'does not belong at the top level: it is the plan of the house, and each thing more makes it harder to read',
    }));
}
