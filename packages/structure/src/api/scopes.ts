import type { Function as FunctionNode, TSType } from 'oxc-parser';
import { importsOf } from '../reading/imports.ts';
import { isTest, sourcesIn, within } from '../reading/places.ts';
import type { Breach, SourceFile } from '../reading/source.ts';
import {
  bare,
  breachAt,
  functionOf,
  listedExports,
  namePath,
  statementsOf,
  typeNames,
  visit,
} from '../reading/syntax.ts';
import { holdsSql } from './sql-places.ts';

const SESSIONS = 'packages/api/src/core/sessions';
const SCOPES = ['Scope', 'Visitor', 'SystemScope'];
const CREATORS = ['createScope', 'createScopeFor', 'createVisitor', 'createSystemScope'];

/**
 * An exported query or command takes the database and then the scope. The queries of sessions are exempt, because the
 * scope is created from them.
 */
export function queriesTakeScope(files: readonly SourceFile[]): Breach[] {
  return files
    .filter(file => holdsSql(file) && !within(file.path, SESSIONS))
    .flatMap(file => [...scopeless(file), ...ready(file)]);
}

/** One file creates scopes, with functions that only entry points may call. */
export function scopesAreCreated(files: readonly SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => path !== 'packages/api/src/core/scope.ts')
    .flatMap(file => [...casts(file), ...creatorsTaken(file)]);
}

/**
 * Procedures use the database through `ctx.read` and `ctx.write`, which read the permissions at that moment. With `ctx.db`
 * a write could rely on a permission from before an `await`.
 */
export function databaseThroughAccess(files: readonly SourceFile[]): Breach[] {
  return sourcesIn(files, 'packages/api')
    .filter(({ path }) => path !== 'packages/api/src/core/trpc.ts' && !isTest(path))
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

/** An exported prepared statement or class would be a query without a scope. */
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
    const why = `\`as ${name}\` outside packages/api/src/core/scope.ts: a scope that anyone can claim protects nothing`;
    breaches.push(breachAt(file, node, why));
  };
  visit(file, { TSAsExpression: judge, TSTypeAssertion: judge });
  return breaches;
}

function creatorsTaken(file: SourceFile): Breach[] {
  return importsOf(file).flatMap(imported => {
    const name = imported.names.find(taken => CREATORS.includes(taken));
    const all = imported.names.includes('*') && /(?:^|\/)scope(?:\.ts)?$/.test(imported.from);
    if (imported.typeOnly || (!name && !all) || mayCreate(file.path, name)) return [];
    const why = `${name ?? 'all of scope.ts'} is imported here: only the middleware chain (and sessions, the command line, tests) creates a scope`;
    return [breachAt(file, imported, why)];
  });
}

function mayCreate(path: string, name: string | undefined): boolean {
  if (path === 'packages/api/src/core/trpc.ts' || within(path, SESSIONS)) return true;
  // The demo household acts at times of the past; it is made by the operator and filled at a sign-in.
  if (path === 'packages/api/src/auth/demo-accounts.ts' && name === 'createScopeFor') return true;
  if (path === 'packages/api/src/demo/fill.ts' && name !== 'createScope' && name !== 'createVisitor')
    return true;
  // The server refuses a page of another site before any procedure.
  if (path === 'packages/api/src/core/audit/refusals.ts' && name === 'createVisitor') return true;
  // Removing expired rows acts for no person.
  if (path === 'packages/api/src/sweep/sweep.ts' && name === 'createSystemScope') return true;
  // Notifications are sent without a call, and read what their recipient may see.
  if (path === 'packages/api/src/notify/server-scope.ts' && name === 'createSystemScope') return true;
  if (path === 'packages/api/src/notify/recipient.ts' && name === 'createScopeFor') return true;
  // The operator moves a household, and reads what each of its people may see.
  if (path === 'packages/api/src/transfer/archive/household.ts' && name === 'createScopeFor') return true;
  return isTest(path) || (within(path, 'apps/server/src/cli') && name === 'createSystemScope');
}
