import type { NewExpression } from 'oxc-parser';
import { type Import, importsOf, takes } from '../reading/imports.ts';
import { isTest, within } from '../reading/places.ts';
import type { Breach, SourceFile } from '../reading/source.ts';
import { breachAt, namePath, visit } from '../reading/syntax.ts';

const HOME = 'apps/server/src/rest';
/** Code that parses a request before its procedure may refuse it only with BAD_REQUEST. */
const READERS = ['request.ts', 'paging.ts'];
const FILES = ['routes.ts', 'row.ts', 'adapter.ts', 'shapes.ts', 'openapi.ts', 'docs-page.ts', ...READERS];
/** The rows of the table, one file per area. */
const ROWS = /^routes\/[a-z-]+\.ts$/;
const WHY =
  'REST decides nothing: it renames and reshapes what a procedure answers, so that every entry point gives the same rights';

export function restDecidesNothing(files: readonly SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => within(path, HOME) && !isTest(path))
    .flatMap(file => [...strangeFile(file), ...imports(file), ...decisions(file)]);
}

function strangeFile({ path }: SourceFile): Breach[] {
  const name = path.slice(HOME.length + 1);
  if (FILES.includes(name) || ROWS.test(name)) return [];
  return [{ path, why: `${HOME} holds ${FILES.join(', ')}, routes/ and tests only. ${WHY}` }];
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
      if (namePath(node.callee).at(-1) === 'DomainError' && !isUnreadable(file, node))
        breaches.push(breachAt(file, node, `a DomainError is made here. ${WHY}`));
    },
  });
  return breaches;
}

/** True for the refusal of a request that cannot be parsed. */
function isUnreadable({ path }: SourceFile, { arguments: [code] }: NewExpression): boolean {
  return (
    READERS.some(name => path === `${HOME}/${name}`) &&
    code?.type === 'Literal' &&
    code.value === 'BAD_REQUEST'
  );
}
