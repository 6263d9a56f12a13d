import { importsOf, takes } from '../reading/imports.ts';
import type { Breach, SourceFile } from '../reading/source.ts';
import { breachAt, linesOf, namePath, visit } from '../reading/syntax.ts';

const MOST_LINES = 10;
const WHY = 'a router reads as a table of contents: input → policy → one query or command';

/** A router only lists procedures. */
export function routersAreTables(files: readonly SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => /^packages\/api\/src\/.+\/router\.ts$/.test(path))
    .flatMap(file => [...imports(file), ...statements(file)]);
}

function imports(file: SourceFile): Breach[] {
  return importsOf(file)
    .filter(imported => takes(imported, 'drizzle-orm') || takes(imported, '@onus/db/schema'))
    .map(imported => breachAt(file, imported, `a router imports ${imported.from}: ${WHY}`));
}

function statements(file: SourceFile): Breach[] {
  const breaches: Breach[] = [];
  const add = (node: { start: number }, what: string) =>
    breaches.push(breachAt(file, node, `${what}: ${WHY}`));
  visit(file, {
    ThrowStatement(node) {
      add(node, 'a router throws');
    },
    TaggedTemplateExpression(node) {
      if (namePath(node.tag)[0] === 'sql') add(node, 'a router writes SQL');
    },
    CallExpression({ callee, arguments: [procedure] }) {
      const name = namePath(callee).at(-1) ?? '';
      if (!/^(?:query|mutation|subscription)$/.test(name) || !procedure) return;
      const lines = linesOf(file, procedure);
      if (lines > MOST_LINES) add(procedure, `this ${name} has ${lines} lines, ${MOST_LINES} at the most`);
    },
  });
  return breaches;
}
