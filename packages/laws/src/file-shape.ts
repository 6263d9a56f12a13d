import type { VariableDeclarator } from 'oxc-parser';
import { isTest } from './places.ts';
import type { Breach, SourceFile } from './source.ts';
import { bare, breachAt, functionOf, isIllegible, listedExports, statementsOf } from './syntax.ts';

/** What a file is for stands before how it does it. */
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

/** A function at the top of a file is declared: it has a name in every stack, and order does not matter. */
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

/** A file that only passes on what others export makes every import lead to the wrong place. */
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
    const why = 'a barrel: it only passes on what others export, so that no import says where a thing is';
    return [{ path: file.path, why }];
  });
}

/** What cannot be parsed would keep every law. */
export function everyFileIsLegible(files: readonly SourceFile[]): Breach[] {
  return files.filter(isIllegible).map(({ path }) => ({
    path,
    why: 'cannot be parsed: no law sees anything in it',
  }));
}
