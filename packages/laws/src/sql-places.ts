import { importsOf, takes } from './imports.ts';
import { sourcesIn } from './places.ts';
import type { Breach, SourceFile } from './source.ts';
import { breachAt, namePath, visit } from './syntax.ts';

const BUILDERS =
  /^(?:select|selectDistinct|insert|update|delete|with|transaction|run|all|get|values|query|\$client|\$count)$/;
const WHY =
  'SQL stands in the queries.ts and commands.ts of a noun, where the scope of the caller is at hand';

/** One place for SQL. The packages/db below them is made of it; tests may look into the tables. */
export function sqlInItsPlace(files: readonly SourceFile[]): Breach[] {
  return sourcesIn(files, 'packages/api', 'apps/server')
    .filter(({ path }) => !/^packages\/api\/src\/[^/]+\/(?:queries|commands)\.ts$/.test(path))
    .flatMap(file => [...imports(file), ...builders(file)]);
}

function imports(file: SourceFile): Breach[] {
  return importsOf(file)
    .filter(imported => takes(imported, 'drizzle-orm') || takes(imported, '@onus/db/schema'))
    .filter(imported => !imported.typeOnly)
    .map(imported => breachAt(file, imported, `${imported.from} is imported here: ${WHY}`));
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
