import { type Import, importsOf, takes } from '../reading/imports.ts';
import { isTest, sourcesIn, within } from '../reading/places.ts';
import type { Breach, SourceFile } from '../reading/source.ts';
import { breachAt, namePath, visit } from '../reading/syntax.ts';

const BUILDERS =
  /^(?:select|selectDistinct|insert|update|delete|with|transaction|run|all|get|values|query|\$client|\$count)$/;
const SQL_MODULES = ['drizzle-orm', '@onus/db/schema', '@onus/db/commits/atomically'];
const API = 'packages/api/src';
const WHY = 'SQL belongs in queries and commands, in files that are not a router, policy or view';

/** SQL is in queries and commands. packages/db and tests are exempt. */
export function sqlInItsPlace(files: readonly SourceFile[]): Breach[] {
  return sourcesIn(files, 'packages/api', 'apps/server')
    .filter(({ path }) => !mayHoldSql(path))
    .flatMap(file => [...imports(file), ...builders(file)]);
}

/** Queries and commands of the API: files that import Drizzle. */
export function holdsSql(file: SourceFile): boolean {
  return within(file.path, API) && !isTest(file.path) && sqlImports(file).length > 0;
}

function mayHoldSql(path: string): boolean {
  if (path === `${API}/core/readers.ts`) return true;
  const isLoose = /^packages\/api\/src\/(?:core\/)?[^/]+$/.test(path);
  return within(path, API) && !isLoose && !/\/(?:router|policy|view)\.ts$/.test(path);
}

function imports(file: SourceFile): Breach[] {
  return sqlImports(file).map(imported =>
    breachAt(file, imported, `${imported.from} is imported here: ${WHY}`),
  );
}

function sqlImports(file: SourceFile): Import[] {
  return importsOf(file)
    .filter(imported => SQL_MODULES.some(module => takes(imported, module)))
    .filter(imported => !imported.typeOnly);
}

function builders(file: SourceFile): Breach[] {
  const breaches: Breach[] = [];
  visit(file, {
    TaggedTemplateExpression(node) {
      if (namePath(node.tag)[0] === 'sql') breaches.push(breachAt(file, node, `sql is written here: ${WHY}`));
    },
    MemberExpression(node) {
      const [object, method] = namePath(node).slice(-2);
      if ((object === 'db' || object === 'tx') && method && BUILDERS.test(method))
        breaches.push(breachAt(file, node, `${object}.${method} is used here: ${WHY}`));
    },
  });
  return breaches;
}
