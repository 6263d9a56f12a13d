import { sourcesIn } from './places.ts';
import type { Breach, SourceFile } from './source.ts';
import { breachAt, namePath, visit } from './syntax.ts';

const CLI = 'apps/server/src/cli';
const OUTPUT = /^(?:process\.(?:stdout|stderr)\.write|console\.\w+)$/;

/** A command prints names that other people chose. One file writes them, and escapes what steers a terminal. */
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
