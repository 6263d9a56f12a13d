import { type Import, importsOf, type Target, targetOf } from './reading/imports.ts';
import { isTest, within, workspaceOf } from './reading/places.ts';
import type { Breach, SourceFile } from './reading/source.ts';
import { breachAt } from './reading/syntax.ts';

export function onlyTheTypeOfTheRouter(files: readonly SourceFile[]): Breach[] {
  const web = files.filter(({ path }) => within(path, 'apps/web') && !isTest(path));
  return everyImport(web, (_file, { names, typeOnly, from }, target) => {
    if (!('path' in target) || !within(target.path, 'packages/api')) return undefined;
    if (typeOnly && names.every(name => name === 'AppRouter')) return undefined;
    return `${from} is imported for more than \`import type { AppRouter }\`: any other import, an inline \`type\` too, pulls server code into the browser`;
  });
}

/** A relative path stays in its package, and no alias hides where an import leads. */
export function relativeImportsStayHome(files: readonly SourceFile[]): Breach[] {
  return everyImport(files, (file, { from }, target) => {
    const home = workspaceOf(file.path);
    if (!home) return undefined;
    if (/^[@~#]?\//.test(from) || from.startsWith('#'))
      return `${from} is an alias: imports are relative or name a package, so that their direction can be read`;
    if (!from.startsWith('.') || !('path' in target) || within(target.path, home)) return undefined;
    // The version of the product is stated once, in the root.
    if (target.path === 'package.json') return undefined;
    return `${from} leaves ${home}: only what another package exports by its name is meant to be used`;
  });
}

/** Which tests run how. */
const TEST_CONFIG = 'vitest.workspace.ts';

/** Only tests and proofs import testing code. */
export function testingStaysInTests(files: readonly SourceFile[]): Breach[] {
  const product = files.filter(
    ({ path }) => !isTest(path) && !within(path, 'apps/proof') && path !== TEST_CONFIG,
  );
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
