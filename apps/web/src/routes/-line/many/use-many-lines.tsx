import { type ClipboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import { type Kind, type LineText, useWaiting } from '../kinds.ts';

/** The most lines that are offered at once. The import of the settings takes more. */
const MOST = 100;

/**
 * Submits the lines that wait, one by one. Several lines that are pasted into the empty line become one in a browser, and a
 * button offers to add each of them.
 * @param early what was pasted before.
 */
export function useManyLines(
  line: LineText,
  kind: Kind,
  early: string,
  { submit, focus }: { submit: () => void; focus: () => void },
): { onPaste: (event: ClipboardEvent) => void; offer: ReactNode } {
  const { text } = line.draft;
  const [waiting, setWaiting] = useWaiting(line.field);
  // Who has left the field since then stays where they are.
  useSubmitted(waiting, text, line.change, () => {
    submit();
    setWaiting(waiting.slice(1));
  });
  const [pasted, setPasted] = useState(() => filledLines(early));
  const isOffered = pasted.length > 1 && pasted.length <= MOST && isSame(text, pasted.join(''));

  function onPaste({ clipboardData }: ClipboardEvent): void {
    setPasted(text === '' ? filledLines(clipboardData.getData('text/plain')) : []);
  }

  function addEach(): void {
    line.change('');
    setWaiting([...waiting, ...pasted.map(unmarked)]);
    focus();
  }

  return {
    onPaste,
    offer: isOffered && (kind === 'task' || kind === 'item') && (
      <Button variant="quiet" size="small" className="self-start" onClick={addEach}>
        Add {pasted.length} {kind}s, one per line
      </Button>
    ),
  };
}

/** Submits lines one by one: each is in the field for a moment. What is typed by now comes back after the last. */
function useSubmitted(
  lines: readonly string[],
  text: string,
  change: (text: string) => void,
  submit: () => void,
): void {
  const begun = useRef(lines.length > 0 ? text : '');
  const isUsed = useRef(false);
  const onNext = useEffectEvent((next: string | undefined, shown: string, isFirst: boolean) => {
    if (shown === next) submit();
    // A line that adds nothing stays in the field, and the next ones wait.
    else if (isFirst || shown === '') change(next ?? begun.current);
    if (next === undefined) begun.current = '';
  });
  useEffect(() => {
    const wasUsed = isUsed.current;
    isUsed.current = lines.length > 0;
    if (isUsed.current || wasUsed) onNext(lines[0], text, !wasUsed);
  }, [lines, text]);
}

function filledLines(text: string): readonly string[] {
  return text.split(/[\r\n]+/).filter(line => line.trim() !== '');
}

/** Browsers put different white space, or none, between the lines. */
function isSame(one: string, other: string): boolean {
  return one.replace(/\s/g, '') === other.replace(/\s/g, '');
}

/** Without the bullet of a list, which could be the prefix of another kind. */
function unmarked(line: string): string {
  return line.trim().replace(/^[-*•+>/]\s+/, '');
}
