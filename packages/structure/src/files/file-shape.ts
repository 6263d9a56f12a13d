import type { VariableDeclarator } from 'oxc-parser';
import { isTest } from '../reading/places.ts';
import type { Breach, SourceFile } from '../reading/source.ts';
import { bare, breachAt, functionOf, isIllegible, listedExports, statementsOf } from '../reading/syntax.ts';

/** Exported declarations come first. */
export function exportedFirst(files: readonly SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap(file => {
      const listed = listedExports(file);
      const functions = statementsOf(file).flatMap(statement => {
        const declared = functionOf(statement);
        if (!declared) return [];
        const isExported = statement.type === 'ExportNamedDeclaration' || listed.has(declared.id?.name ?? '');
        return [{ declared, isExported }];
      });
      const firstExported = functions.findIndex(({ isExported }) => isExported);
      return functions.slice(0, Math.max(0, firstExported)).map(({ declared }) => {
        const why = `${declared.id?.name} stands before the first exported function: a reader wants what the file offers, then how`;
        return breachAt(file, declared, why);
      });
    });
}

/** A top-level function is a declaration, so that it has a name in stack traces and can be used before it. */
export function functionsAreDeclared(files: readonly SourceFile[]): Breach[] {
  return files.flatMap(file =>
    statementsOf(file)
      .flatMap((statement): VariableDeclarator[] => {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
      })
      .filter(({ init }) => /^(?:Arrow)?FunctionExpression$/.test(bare(init)?.type ?? ''))
      .map(declared => {
        const why =
          'a function is kept in a variable: `function name()` may stand below what uses it, so the file can begin with what matters';
        return breachAt(file, declared, why);
      }),
  );
}

/** A barrel hides where an import leads. */
export function noBarrels(files: readonly SourceFile[]): Breach[] {
  return files.flatMap(file => {
    const statements = statementsOf(file);
    const exports = statements.filter(statement => statement.type !== 'ImportDeclaration');
    const isBarrel = exports.every(
      statement =>
        statement.type === 'ExportAllDeclaration' ||
        (statement.type === 'ExportNamedDeclaration' && !statement.declaration),
    );
    if (!isBarrel || exports.length === 0) return [];
    const why = 'a barrel only re-exports: import from the file that defines the name';
    return [{ path: file.path, why }];
  });
}

/** A file that cannot be parsed would pass every rule. */
export function everyFileIsLegible(files: readonly SourceFile[]): Breach[] {
  return files.filter(isIllegible).map(({ path }) => ({
    path,
    why: 'cannot be parsed, so no rule can check it',
  }));
}
