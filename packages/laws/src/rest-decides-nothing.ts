import { type Import, importsOf, takes } from './imports.ts';
import { isTest, within } from './places.ts';
import type { Breach, SourceFile } from './source.ts';
import { breachAt, namePath, visit } from './syntax.ts';

const HOME = 'apps/server/src/rest';
const FILES = ['routes.ts', 'row.ts', 'adapter.ts', 'shapes.ts', 'socket.ts', 'openapi.ts'];
/** The rows of the table, a file an area. */
const ROWS = /^rows\/[a-z-]+\.ts$/;
const WHY =
  'REST decides nothing: it renames and reshapes what a procedure answers, so both doors give the same rights';

export function restDecidesNothing(files: readonly SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => within(path, HOME) && !isTest(path))
    .flatMap(file => [...strangeFile(file), ...imports(file), ...decisions(file)]);
}

function strangeFile({ path }: SourceFile): Breach[] {
  const name = path.slice(HOME.length + 1);
  if (FILES.includes(name) || ROWS.test(name)) return [];
  return [{ path, why: `${HOME} holds ${FILES.join(', ')}, rows/ and tests only. ${WHY}` }];
}

function imports(file: SourceFile): Breach[] {
  return importsOf(file)
    .filter(imported => takes(imported, 'drizzle-orm') || takes(imported, '@onus/db') || decides(imported))
    .map(imported => breachAt(file, imported, `${imported.from} is imported here. ${WHY}`));
}

function decides({ from, typeOnly }: Import): boolean {
  return !typeOnly && /^@onus\/api\/[^/]+\/(?:queries|commands|policy)$/.test(from);
}

function decisions(file: SourceFile): Breach[] {
  const breaches: Breach[] = [];
  visit(file, {
    NewExpression(node) {
      if (namePath(node.callee).at(-1) === 'DomainError')
        breaches.push(breachAt(file, node, `a DomainError is made here. ${WHY}`));
    },
  });
  return breaches;
}
