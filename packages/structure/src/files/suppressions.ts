import type { Breach, SourceFile } from '../reading/source.ts';
import { breachAt, commentsOf } from '../reading/syntax.ts';

const FEWEST_WORDS = 4;

/** A suppression covers one line and states its reason there. */
export function suppressionsSayWhy(files: readonly SourceFile[]): Breach[] {
  return files.flatMap(file =>
    suppressions(file).flatMap(({ start, text }) => {
      if (/^@ts-(?:ignore|nocheck)/.test(text)) {
        const why =
          'hides errors that are not there yet: @ts-expect-error with a reason complains once it is not needed';
        return [breachAt(file, { start }, `${text.split(/\s/)[0]} ${why}`)];
      }
      if (reasonOf(text).length >= FEWEST_WORDS) return [];
      const why = `a suppression without a reason of ${FEWEST_WORDS} words in its line: the next reader cannot tell whether it is still needed`;
      return [breachAt(file, { start }, why)];
    }),
  );
}

function suppressions(file: SourceFile): { start: number; text: string }[] {
  return allComments(file).flatMap(({ value, start }) => {
    const text = value.replace(/^[\s*/]+/, '').split('\n')[0] ?? '';
    return /^(?:biome-ignore|@ts-(?:ignore|nocheck|expect-error))/.test(text) ? [{ start, text }] : [];
  });
}

function allComments(file: SourceFile): readonly { value: string; start: number }[] {
  if (!file.path.endsWith('.css')) return commentsOf(file);
  return [...file.text.matchAll(/\/\*(.*?)\*\//gs)].map(found => ({
    value: found[1] ?? '',
    start: found.index,
  }));
}

/** The text after the rule's name or after the TypeScript directive. */
function reasonOf(text: string): string[] {
  const reason = text.startsWith('biome') ? text.replace(/^[^:]*(?::|$)/, '') : text.replace(/^\S+/, '');
  return reason.match(/\p{L}[\p{L}\p{N}'’-]*/gu) ?? [];
}
