import type { SourceFile } from './source.ts';

/** Tests, their helpers, and journeys. */
export function isTest(path: string): boolean {
  return (
    /\.test\.tsx?$/.test(path) ||
    /(?:^|\/)testing(?:\/|\.tsx?$)/.test(path) ||
    within(path, 'apps/server/test') ||
    within(path, 'apps/web/e2e')
  );
}

/** Configuration files of tools. */
export function isConfig(path: string): boolean {
  return /\.config\.[cm]?[jt]s$/.test(path) || path === 'vitest.workspace.ts';
}

/** What the scripts of package.json run around the product. */
export function isScript(path: string): boolean {
  return /^apps\/[^/]+\/scripts\//.test(path);
}

/** TypeScript that ends up in the product. */
export function isSource(path: string): boolean {
  return /\.tsx?$/.test(path) && !path.endsWith('.gen.ts') && !isTest(path) && !isConfig(path);
}

export function within(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** `packages/api` for every file in it; undefined outside `packages` and `apps`. */
export function workspaceOf(path: string): string | undefined {
  return /^(?:packages|apps)\/[^/]+(?=\/)/.exec(path)?.[0];
}

/** The sources, without tests, in a folder. */
export function sourcesIn(files: readonly SourceFile[], ...folders: string[]): SourceFile[] {
  return files.filter(({ path }) => isSource(path) && folders.some(folder => within(path, folder)));
}
