import { type Import, importsOf, type Target, targetOf } from './imports.ts';
import { isTest, within, workspaceOf } from './places.ts';
import type { Breach, SourceFile } from './source.ts';
import { breachAt } from './syntax.ts';

/** What each workspace may import of the others. Web's one type from the api has a law of its own. */
const MAY_IMPORT: Record<string, string[]> = {
  'packages/contract': [],
  'packages/db': ['packages/contract'],
  'packages/api': ['packages/contract', 'packages/db'],
  'packages/laws': [],
  'apps/server': ['packages/contract', 'packages/db', 'packages/api'],
  'apps/web': ['packages/contract', 'packages/api'],
  // It speaks to the doors; what is right at them it reads from where it is written down.
  'apps/proof': ['packages/db', 'packages/api', 'apps/server'],
};

/** contract ← db ← api ← server, contract ← web. The tests of an app may start any of them. */
export function oneDirection(files: readonly SourceFile[]): Breach[] {
  return everyImport(files, (file, imported, target) => {
    const from = workspaceOf(file.path);
    const to = 'path' in target ? workspaceOf(target.path) : undefined;
    if (!from || !to || from === to || MAY_IMPORT[from]?.includes(to)) return undefined;
    if (within(from, 'apps') && isTest(file.path)) return undefined;
    return `${from} imports ${imported.from}: imports go one way only (contract ← db ← api ← server, contract ← web), so that a part can be read and tested without those that use it`;
  });
}

export function onlyTheTypeOfTheRouter(files: readonly SourceFile[]): Breach[] {
  const web = files.filter(({ path }) => within(path, 'apps/web') && !isTest(path));
  return everyImport(web, (_file, { names, typeOnly, from }, target) => {
    if (!('path' in target) || !within(target.path, 'packages/api')) return undefined;
    if (typeOnly && names.every(name => name === 'AppRouter')) return undefined;
    return `${from} is imported for more than \`import type { AppRouter }\`: any other import, an inline \`type\` too, pulls server code into the browser`;
  });
}

/** A relative path stays in its package, and there is no alias that would hide where an import leads. */
export function relativeImportsStayHome(files: readonly SourceFile[]): Breach[] {
  return everyImport(files, (file, { from }, target) => {
    const home = workspaceOf(file.path);
    if (!home) return undefined;
    if (/^[@~#]?\//.test(from) || from.startsWith('#'))
      return `${from} is an alias: imports are relative or name a package, so that their direction can be read`;
    if (!from.startsWith('.') || !('path' in target) || within(target.path, home)) return undefined;
    return `${from} leaves ${home}: only what another package exports by its name is meant to be used`;
  });
}

/** The proofs are tests, too: what they make from nothing does not ship. */
export function testingStaysInTests(files: readonly SourceFile[]): Breach[] {
  const product = files.filter(({ path }) => !isTest(path) && !within(path, 'apps/proof'));
  return everyImport(product, (_file, { from }, target) => {
    if (!('path' in target) || !isTest(withEnding(target.path))) return undefined;
    return `${from} is imported outside of tests: what tests use makes scopes and data from nothing, which the product must not`;
  });
}

function withEnding(path: string): string {
  return /\.tsx?$/.test(path) ? path : `${path}.ts`;
}

type Judge = (file: SourceFile, imported: Import, target: Target) => string | undefined;

function everyImport(files: readonly SourceFile[], judge: Judge): Breach[] {
  return files.flatMap(file =>
    importsOf(file).flatMap(imported => {
      const why = judge(file, imported, targetOf(file, imported));
      return why ? [breachAt(file, imported, why)] : [];
    }),
  );
}
