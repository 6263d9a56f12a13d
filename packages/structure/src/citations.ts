import { sourcesIn } from './reading/places.ts';
import type { Breach, SourceFile } from './reading/source.ts';

/** "rule 4.6", "rules 4.6 and 4.8" or "architecture rule 5", with the numbers apart. */
const CITATION = /\b(architecture rule|rule|decision|spec)s? (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)/gi;
const RULES = /^## (\d+)\.|^\*\*(\d+\.\d+)/gm;
const ARCHITECTURE = /^(\d+)\. \*\*/gm;

/**
 * Every cited rule exists.
 * @param rules docs/rules.md with the rules of the product.
 * @param architecture ARCHITECTURE.md with the rules of the code.
 */
export function citationsHaveTargets(rules: string, architecture: string) {
  const known = new Map([
    ['rule', numbersIn(rules, RULES)],
    ['architecture rule', numbersIn(architecture, ARCHITECTURE)],
  ]);
  return (files: readonly SourceFile[]): Breach[] =>
    sourcesIn(files, 'packages', 'apps')
      .filter(({ path }) => !path.startsWith('packages/structure/'))
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, at) =>
          strayIn(line, known).map(cited => ({
            path,
            line: at + 1,
            why: `${cited} is in neither docs/rules.md nor ARCHITECTURE.md (architecture rule)`,
          })),
        ),
      );
}

function strayIn(line: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...line.matchAll(CITATION)].flatMap(([, word = '', list = '']) => {
    const kind = word.toLowerCase();
    const numbers = list.split(/, | and /);
    return numbers.filter(number => !known.get(kind)?.has(number)).map(number => `${kind} ${number}`);
  });
}

function numbersIn(page: string, pattern: RegExp): ReadonlySet<string> {
  return new Set([...page.matchAll(pattern)].map(([, section, rule]) => section ?? rule ?? ''));
}
