import { type Import, importsOf, takes } from './reading/imports.ts';
import { sourcesIn } from './reading/places.ts';
import type { Breach, SourceFile } from './reading/source.ts';
import { breachAt, namePath, visit } from './reading/syntax.ts';

const READS_THE_CLOCK = ['now', 'today', 'getLocalTimeZone'];
const WHY =
  'the contract gives the same answer in the browser and on the server, whatever the time and place';

/** The contract depends on zod and the calendar, and reads neither the clock nor the machine. */
export function contractIsPure(files: readonly SourceFile[]): Breach[] {
  return sourcesIn(files, 'packages/contract').flatMap(file => [
    ...impureImports(file),
    ...impureCalls(file),
  ]);
}

function impureImports(file: SourceFile): Breach[] {
  return importsOf(file).flatMap(imported => {
    const wrong = impurity(imported);
    return wrong ? [breachAt(file, imported, `${wrong}: ${WHY}`)] : [];
  });
}

function impurity(imported: Import): string | undefined {
  if (imported.from.startsWith('.') || takes(imported, 'zod')) return undefined;
  if (!takes(imported, '@internationalized/date'))
    return `the contract imports ${imported.from}, where zod and @internationalized/date are all it needs`;
  const reader = imported.names.find(name => READS_THE_CLOCK.includes(name));
  return reader ? `${reader}() reads the clock or the zone of the machine` : undefined;
}

function impureCalls(file: SourceFile): Breach[] {
  const breaches: Breach[] = [];
  const add = (node: { start: number }, what: string) =>
    breaches.push(breachAt(file, node, `${what}: ${WHY}`));
  visit(file, {
    NewExpression(node) {
      if (namePath(node.callee).join('.') === 'Date' && node.arguments.length === 0)
        add(node, 'new Date() reads the clock');
    },
    CallExpression(node) {
      const name = namePath(node.callee).join('.');
      if (/^(?:Date|Date\.now|performance\.now)$/.test(name)) add(node, `${name}() reads the clock`);
      if (/^(?:Math\.random|crypto\.\w+)$/.test(name)) add(node, `${name}() is different every time`);
    },
    MemberExpression(node) {
      if (namePath(node.object).join('.').replace('globalThis.', '') === 'process')
        add(node, 'process is read');
    },
  });
  return breaches;
}
