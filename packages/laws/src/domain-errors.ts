import type { Expression } from 'oxc-parser';
import { importsOf } from './imports.ts';
import { isTest, sourcesIn, within } from './places.ts';
import type { Breach, SourceFile } from './source.ts';
import { breachAt, functionOf, namePath, statementsOf, typeNames, visit } from './syntax.ts';

const LADDER = 'packages/api/src/trpc.ts';

/** TRPCError is made by the ladder and by the doors of the server, where the domain ends. */
export function trpcErrorsAtTheDoors(files: readonly SourceFile[]): Breach[] {
  const doors = [LADDER, 'apps/server/src/context.ts'];
  return files
    .filter(({ path }) => !doors.includes(path) && !within(path, 'apps/server/src/doors') && !isTest(path))
    .flatMap(file =>
      importsOf(file)
        .filter(({ from, names }) => namesError(from, names))
        .map(imported => {
          const why =
            'TRPCError is imported here: the domain throws DomainError and the ladder alone translates it, so that REST and tRPC answer alike';
          return breachAt(file, imported, why);
        }),
    );
}

/** In the api only DomainErrors are thrown, new or made by a function that says so; what was caught may go on. */
export function domainThrowsDomainErrors(files: readonly SourceFile[]): Breach[] {
  return sourcesIn(files, 'packages/api')
    .filter(({ path }) => path !== LADDER)
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

/** The names a file may throw the result of: from errors.ts, or declared here to return a DomainError. */
function errorMakers(file: SourceFile): Set<string> {
  const imported = importsOf(file).filter(({ from }) => /(?:^|\/)errors(?:\.ts)?$/.test(from));
  const declared = statementsOf(file)
    .map(functionOf)
    .filter(known => typeNames(known?.returnType?.typeAnnotation).join() === 'DomainError')
    .map(known => known?.id?.name ?? '');
  return new Set([...imported.flatMap(({ names }) => names), ...declared, 'DomainError']);
}
