import { sourcesIn } from './reading/places.ts';
import type { Breach, SourceFile } from './reading/source.ts';
import { breachAt, namePath, visit } from './reading/syntax.ts';

const CLI = 'apps/server/src/cli';
const OUTPUT = /^(?:process\.(?:stdout|stderr)\.write|console\.\w+)$/;

/** Commands print names that users chose. One file writes all output and escapes terminal control characters. */
export function cliOutputIsEscaped(files: readonly SourceFile[]): Breach[] {
  return sourcesIn(files, CLI)
    .filter(({ path }) => path !== `${CLI}/say.ts`)
    .flatMap(file => {
      const breaches: Breach[] = [];
      visit(file, {
        MemberExpression(node) {
          const name = namePath(node).join('.');
          if (OUTPUT.test(name))
            breaches.push(
              breachAt(file, node, `${name} is used here: a name in it could forge a line; use say.ts`),
            );
        },
      });
      return breaches;
    });
}
