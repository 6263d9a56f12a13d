import { importsOf, takes } from '../reading/imports.ts';
import type { Breach, SourceFile } from '../reading/source.ts';
import { breachAt, namePath, visit } from '../reading/syntax.ts';

const MOCKERS = ['jest', '@jest/globals', 'msw', 'sinon', 'nock', 'testdouble'];
const MOCKING = /^(?:vi\.(?:mock|doMock|spyOn|mocked|hoisted)|jest\.\w+)$/;
const SKIPPING = /^(?:test|it|describe|suite)\b.*\.(?:skip|only|todo|fixme)$/;

/** A procedure gets everything in its context, so that tests use the real parts. */
export function noMocks(files: readonly SourceFile[]): Breach[] {
  const why =
    'a mock: a test of it says how the mock behaves; what a procedure needs comes in its context, give it a real one';
  return files.flatMap(file => [
    ...importsOf(file)
      .filter(imported => MOCKERS.some(name => takes(imported, name)))
      .map(imported => breachAt(file, imported, `${imported.from} is ${why}`)),
    ...namesLike(file, MOCKING, `is ${why}`),
  ]);
}

/** No test is skipped, and none runs exclusively. */
export function everyTestRuns(files: readonly SourceFile[]): Breach[] {
  return files.flatMap(file =>
    namesLike(
      file,
      SKIPPING,
      'leaves tests out: a test that does not run keeps nothing and is soon forgotten',
    ),
  );
}

function namesLike(file: SourceFile, pattern: RegExp, why: string): Breach[] {
  const breaches: Breach[] = [];
  visit(file, {
    MemberExpression(node) {
      const name = namePath(node).join('.');
      if (pattern.test(name)) breaches.push(breachAt(file, node, `${name} ${why}`));
    },
  });
  return breaches;
}
