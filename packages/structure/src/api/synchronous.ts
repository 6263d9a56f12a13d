import { within } from '../reading/places.ts';
import type { Breach, SourceFile } from '../reading/source.ts';
import { breachAt, namePath, visit } from '../reading/syntax.ts';
import { holdsSql } from './sql-places.ts';

const WHY =
  'better-sqlite3 transactions are synchronous: the effects of an async callback survive the rollback';

const TRANSACTIONS = ['atomically', 'transaction'];

/** Queries, commands and policies are synchronous. */
export function databaseIsSynchronous(files: readonly SourceFile[]): Breach[] {
  return files.filter(file => holdsSql(file) || isPolicy(file.path)).flatMap(waits);
}

/** `atomically(db, async …)` and `db.transaction(async …)` commit before their callback has run. */
export function noAsyncTransaction(files: readonly SourceFile[]): Breach[] {
  return files.flatMap(file => {
    const breaches: Breach[] = [];
    visit(file, {
      CallExpression(node) {
        const name = namePath(node.callee).at(-1) ?? '';
        if (TRANSACTIONS.includes(name) && node.arguments.some(isAsync))
          breaches.push(breachAt(file, node, `${name}(async …): ${WHY}`));
      },
    });
    return breaches;
  });
}

function isAsync(argument: { type: string; async?: boolean }): boolean {
  return /^(?:ArrowFunction|Function)Expression$/.test(argument.type) && argument.async === true;
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
