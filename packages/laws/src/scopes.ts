import type { Function as FunctionNode, TSType } from 'oxc-parser';
import { importsOf } from './imports.ts';
import { isTest, sourcesIn, within } from './places.ts';
import type { Breach, SourceFile } from './source.ts';
import {
  bare,
  breachAt,
  functionOf,
  listedExports,
  namePath,
  statementsOf,
  typeNames,
  visit,
} from './syntax.ts';

const SCOPES = ['Scope', 'Visitor', 'SystemScope'];
const MINTS = ['mintScope', 'mintScopeFor', 'mintVisitor', 'mintSystemScope'];

/**
 * What a noun lets others ask or do takes the database and then who asks. The queries of sessions are
 * what the scope itself is made from, and stand outside.
 */
export function queriesTakeScope(files: readonly SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => /^packages\/api\/src\/(?!session\/)[^/]+\/(?:queries|commands)\.ts$/.test(path))
    .flatMap(file => [...scopeless(file), ...ready(file)]);
}

/** A scope is made in one file, by functions that only the doors may call. */
export function scopesAreMinted(files: readonly SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => path !== 'packages/api/src/scope.ts')
    .flatMap(file => [...casts(file), ...mints(file)]);
}

/**
 * Procedures reach the database through `ctx.read` and `ctx.write`, which read who asks at that moment. With
 * `ctx.db` a write could rely on a permission from before an `await`.
 */
export function databaseThroughAccess(files: readonly SourceFile[]): Breach[] {
  return sourcesIn(files, 'packages/api')
    .filter(({ path }) => path !== 'packages/api/src/trpc.ts' && !isTest(path))
    .flatMap(file => {
      const breaches: Breach[] = [];
      const why = 'ctx.db is used here: ctx.read and ctx.write read the permissions at that very moment';
      visit(file, {
        MemberExpression(node) {
          const [object, name] = namePath(node).slice(-2);
          if (object === 'ctx' && name === 'db') breaches.push(breachAt(file, node, why));
        },
      });
      return breaches;
    });
}

function scopeless(file: SourceFile): Breach[] {
  const listed = listedExports(file);
  return statementsOf(file).flatMap(statement => {
    const declared = functionOf(statement);
    const name = declared?.id?.name ?? '';
    const isExported = statement.type === 'ExportNamedDeclaration' || listed.has(name);
    if (!declared || !isExported || takesScope(declared)) return [];
    const why = `${name} does not begin with (db, scope: Scope | Visitor): a query that does not know who asks answers about any household`;
    return [breachAt(file, declared, why)];
  });
}

function takesScope({ params: [db, scope] }: FunctionNode): boolean {
  if (db?.type !== 'Identifier' || db.name !== 'db' || !scope || scope.type === 'TSParameterProperty')
    return false;
  return typeNames(scope.typeAnnotation?.typeAnnotation).every(name => SCOPES.includes(name));
}

/** A prepared statement or a class that is exported would be a query that takes no scope. */
function ready(file: SourceFile): Breach[] {
  const listed = listedExports(file);
  const why =
    'a query is exported as a function (db, scope, …): a statement or class would not ask who calls';
  return statementsOf(file).flatMap(statement => {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const declared = isExported ? statement.declaration : statement;
    if (isExported && declared?.type === 'ClassDeclaration') return [breachAt(file, declared, why)];
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations
      .filter(({ id }) => isExported || (id.type === 'Identifier' && listed.has(id.name)))
      .filter(({ init }) => /^(?:Call|New|Arrow|Function|Class)/.test(bare(init)?.type ?? ''))
      .map(statement => breachAt(file, statement, why));
  });
}

function casts(file: SourceFile): Breach[] {
  const breaches: Breach[] = [];
  const judge = (node: { start: number; typeAnnotation: TSType }) => {
    const name = typeNames(node.typeAnnotation).find(known => SCOPES.includes(known));
    if (!name) return;
    const why = `\`as ${name}\` outside packages/api/src/scope.ts: a scope that anyone can claim protects nothing`;
    breaches.push(breachAt(file, node, why));
  };
  visit(file, { TSAsExpression: judge, TSTypeAssertion: judge });
  return breaches;
}

function mints(file: SourceFile): Breach[] {
  return importsOf(file).flatMap(imported => {
    const name = imported.names.find(taken => MINTS.includes(taken));
    const all = imported.names.includes('*') && /(?:^|\/)scope(?:\.ts)?$/.test(imported.from);
    if (imported.typeOnly || (!name && !all) || mayMint(file.path, name)) return [];
    const why = `${name ?? 'all of scope.ts'} is imported here: only the procedure ladder (and sessions, the command line, tests) says who asks`;
    return [breachAt(file, imported, why)];
  });
}

function mayMint(path: string, name: string | undefined): boolean {
  if (path === 'packages/api/src/trpc.ts' || within(path, 'packages/api/src/session')) return true;
  if (within(path, 'packages/api/src/demo') && name === 'mintScopeFor') return true;
  // A page of another site is refused before there is a procedure.
  if (path === 'packages/api/src/refusals.ts' && name === 'mintVisitor') return true;
  // What removes rows that are over acts for no person.
  if (path === 'packages/api/src/sweep.ts' && name === 'mintSystemScope') return true;
  return isTest(path) || (within(path, 'apps/server/src/cli') && name === 'mintSystemScope');
}
