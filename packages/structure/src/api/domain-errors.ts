import type { Expression } from 'oxc-parser';
import { importsOf } from '../reading/imports.ts';
import { isTest, sourcesIn, within } from '../reading/places.ts';
import type { Breach, SourceFile } from '../reading/source.ts';
import { breachAt, functionOf, namePath, statementsOf, typeNames, visit } from '../reading/syntax.ts';

const CHAIN = 'packages/api/src/core/trpc.ts';

/** Only the middleware chain and the server's entry points create a TRPCError. */
export function trpcErrorsAtEntryPoints(files: readonly SourceFile[]): Breach[] {
  const makers = [CHAIN, 'apps/server/src/context.ts'];
  return files
    .filter(({ path }) => !makers.includes(path) && !within(path, 'apps/server/src/http') && !isTest(path))
    .flatMap(file =>
      importsOf(file)
        .filter(({ from, names }) => namesError(from, names))
        .map(imported => {
          const why =
            'TRPCError is imported here: the domain throws DomainError and the middleware chain alone translates it, so that REST and tRPC answer alike';
          return breachAt(file, imported, why);
        }),
    );
}

/** The API throws only DomainErrors, new or returned by a function with that type. It may rethrow a caught error. */
export function domainThrowsDomainErrors(files: readonly SourceFile[]): Breach[] {
  return sourcesIn(files, 'packages/api')
    .filter(({ path }) => path !== CHAIN)
    .flatMap(strangeThrows);
}

function namesError(from: string, names: string[]): boolean {
  return names.includes('TRPCError') || (from === '@trpc/server' && names.includes('*'));
}

function strangeThrows(file: SourceFile): Breach[] {
  const breaches: Breach[] = [];
  const caught: string[] = [];
  const makers = errorMakers(file);
  visit(file, {
    CatchClause({ param }) {
      caught.push(param?.type === 'Identifier' ? param.name : '');
    },
    'CatchClause:exit'() {
      caught.pop();
    },
    ThrowStatement(node) {
      const { argument } = node;
      if (isDomainError(argument, makers)) return;
      if (argument.type === 'Identifier' && caught.includes(argument.name)) return;
      const why =
        'something other than a DomainError (new, or made by a function declared to return one) is thrown: it would reach the caller as an unexplained failure of the server';
      breaches.push(breachAt(file, node, why));
    },
  });
  return breaches;
}

function isDomainError(thrown: Expression, makers: Set<string>): boolean {
  if (thrown.type === 'NewExpression') return namePath(thrown.callee).join('.') === 'DomainError';
  return thrown.type === 'CallExpression' && makers.has(namePath(thrown.callee)[0] ?? '');
}

/** The functions whose result a file may throw: those of errors.ts, and its own that return a DomainError. */
function errorMakers(file: SourceFile): Set<string> {
  const imported = importsOf(file).filter(({ from }) => /(?:^|\/)errors(?:\.ts)?$/.test(from));
  const declared = statementsOf(file)
    .map(functionOf)
    .filter(known => typeNames(known?.returnType?.typeAnnotation).join() === 'DomainError')
    .map(known => known?.id?.name ?? '');
  return new Set([...imported.flatMap(({ names }) => names), ...declared, 'DomainError']);
}
