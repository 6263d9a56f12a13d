import { isTest } from './reading/places.ts';
import type { Breach, SourceFile } from './reading/source.ts';

const PATH = /(?:packages|apps)\/[\w./()-]+\.(?:tsx?|mjs|json)\b/g;

/** Every file that a page names exists. @param pages Markdown. */
export function namedFilesExist(pages: readonly SourceFile[], files: readonly SourceFile[]): Breach[] {
  const known = new Set(files.map(({ path }) => path));
  return pages.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, at) =>
        [...line.matchAll(PATH)]
          .filter(([named]) => !named.includes('/dist/') && !known.has(named))
          .map(([named]) => ({ path, line: at + 1, why: `there is no ${named}` })),
      ),
  );
}

/** The source files that one section of a page names, each once. Tests are not counted. */
export function filesOfSection(page: string, heading: string): string[] {
  const sections = page.split(/\n#+ /);
  const own = sections.find(section => section.startsWith(`${heading}\n`)) ?? '';
  const named = [...own.matchAll(PATH)].map(([path]) => path);
  return [...new Set(named.filter(path => !isTest(path)))];
}
