import { within } from '../reading/places.ts';
import type { Breach, SourceFile } from '../reading/source.ts';
import { breachAt, namePath, visit } from '../reading/syntax.ts';
import { holdsSql } from './sql-places.ts';

const WHY =
  'better-sqlite3 transactions are synchronous: the effects of an async callback survive the rollback';

/** Queries, commands and policies are synchronous. */
export function databaseIsSynchronous(files: readonly SourceFile[]): Breach[] {
  return files.filter(file => holdsSql(file) || isPolicy(file.path)).flatMap(waits);
}

/** `db.transaction(async …)` commits before its callback runs. */
export function noAsyncTransaction(files: readonly SourceFile[]): Breach[] {
  return files.flatMap(file => {
    const breaches: Breach[] = [];
    visit(file, {
      CallExpression(node) {
        const [callback] = node.arguments;
        const isFunction =
          callback?.type === 'ArrowFunctionExpression' || callback?.type === 'FunctionExpression';
        if (namePath(node.callee).at(-1) === 'transaction' && isFunction && callback.async)
          breaches.push(breachAt(file, node, `transaction(async …): ${WHY}`));
      },
    });
    return breaches;
  });
}

function isPolicy(path: string): boolean {
  return within(path, 'packages/api/src') && path.endsWith('/policy.ts');
}

function waits(file: SourceFile): Breach[] {
  const breaches: Breach[] = [];
  const add = (node: { start: number }, what: string) =>
    breaches.push(breachAt(file, node, `${what} in the database layer: ${WHY}; wait before, then call`));
  const declared = (node: { start: number; async: boolean }) => {
    if (node.async) add(node, 'async');
  };
  visit(file, {
    FunctionDeclaration: declared,
    FunctionExpression: declared,
    ArrowFunctionExpression: declared,
    AwaitExpression: node => add(node, 'await'),
    ForOfStatement(node) {
      if (node.await) add(node, 'for await');
    },
    CallExpression(node) {
      if (/^(?:then|catch|finally)$/.test(namePath(node.callee).at(-1) ?? '')) add(node, '.then()');
    },
  });
  return breaches;
}
