import { isSource } from '../reading/places.ts';
import type { Breach, SourceFile } from '../reading/source.ts';

const MOST_LINES = 250;
const MEDIAN_LINES = 80;

/** Files have a limit on lines. */
export function filesAreSmall(files: readonly SourceFile[]): Breach[] {
  return files
    .filter(({ path, text }) => isSource(path) && lengthOf(text) > MOST_LINES)
    .map(({ path, text }) => ({
      path,
      why: `${lengthOf(text)} lines, ${MOST_LINES} at the most: a file is read whole before it is changed, so part it where a second subject begins`,
    }));
}

/** Most files are far shorter. */
export function filesAreShort(files: readonly SourceFile[]): Breach[] {
  const sources = files.filter(({ path }) => isSource(path));
  const byLength = sources.toSorted((a, b) => lengthOf(a.text) - lengthOf(b.text));
  const middle = byLength[Math.floor((byLength.length - 1) / 2)];
  if (!middle || lengthOf(middle.text) <= MEDIAN_LINES) return [];
  const why = `is the median of all files with ${lengthOf(middle.text)} lines, ${MEDIAN_LINES} at the most: long files have become the rule`;
  return [{ path: middle.path, why }];
}

function lengthOf(text: string): number {
  return text.trimEnd().split('\n').length;
}
