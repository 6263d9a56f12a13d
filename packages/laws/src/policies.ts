import type { Function as FunctionNode } from 'oxc-parser';
import { importsOf, takes } from './imports.ts';
import type { Breach, SourceFile } from './source.ts';
import { breachAt, functionOf, statementsOf } from './syntax.ts';

/** A policy answers from what it is given, in one sentence, so that all of them can be tested as a table. */
export function policiesArePure(files: readonly SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => /^packages\/api\/src\/[^/]+\/policy\.ts$/.test(path))
    .flatMap(file => [...imports(file), ...bodies(file)]);
}

function imports(file: SourceFile): Breach[] {
  return importsOf(file)
    .filter(imported => !imported.typeOnly && !takes(imported, '@onus/contract'))
    .map(imported => {
      const why = `a policy imports ${imported.from}: it takes types and the contract only, so that a right never depends on what the database or the clock says at that moment`;
      return breachAt(file, imported, why);
    });
}

function bodies(file: SourceFile): Breach[] {
  return statementsOf(file).flatMap(statement => {
    const declared = functionOf(statement);
    if (!declared || isSentence(declared)) return [];
    const why = `${declared.id?.name} is more than one return: a right is a sentence, what needs more is two rights`;
    return [breachAt(file, declared, why)];
  });
}

function isSentence({ body }: FunctionNode): boolean {
  if (!body) return true;
  const [only, ...more] = body.body;
  return only?.type === 'ReturnStatement' && more.length === 0;
}
