import { isBlank } from './choose.ts';
import type { Place } from './find.ts';

/** The rest of the text, with at most one space in place of removed words. */
export function titleOf(text: string, spans: readonly Place[]): string {
  const starts = [0, ...spans.map(({ end }) => end)];
  const ends = [...spans.map(({ start }) => start), text.length];
  const pieces = starts.map((start, index) => text.slice(start, ends[index]));
  const title = pieces.reduce(joined).trim();
  // Removes a trailing comma or dash before a removed part.
  const isCut = pieces.length > 1 && isBlank(pieces.at(-1) ?? '');
  return isCut ? title.replace(/(?:\s*[,;:]|\s[-–—])+$/u, '').trimEnd() : title;
}

function joined(title: string, rest: string): string {
  const [before, after] = [title.trimEnd(), rest.trimStart()];
  if (before === '') return after.replace(/^[,;:]+\s*/u, '');
  if (after === '') return before;
  return /^[,.;:!?)"”…]/u.test(after) ? before + after : `${before} ${after}`;
}
