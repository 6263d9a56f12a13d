import type { Function as FunctionNode } from 'oxc-parser';
import { type Import, importsOf, takes } from '../reading/imports.ts';
import type { Breach, SourceFile } from '../reading/source.ts';
import { breachAt, functionOf, statementsOf } from '../reading/syntax.ts';

/** A policy is one expression of its parameters, so that a table can test all policies. */
export function policiesArePure(files: readonly SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => /^packages\/api\/src\/.+\/policy\.ts$/.test(path))
    .flatMap(file => [...imports(file), ...bodies(file)]);
}

function imports(file: SourceFile): Breach[] {
  return importsOf(file)
    .filter(imported => !imported.typeOnly && !takes(imported, '@onus/contract') && !isPolicy(imported))
    .map(imported => {
      const why = `a policy imports ${imported.from}: it takes types, the contract and other policies only, so that a right never depends on what the database or the clock says at that moment`;
      return breachAt(file, imported, why);
    });
}

function isPolicy({ from }: Import): boolean {
  return from.startsWith('.') && from.endsWith('/policy.ts');
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
