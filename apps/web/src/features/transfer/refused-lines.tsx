import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import type { Preview } from './sheet.ts';

const AT_FIRST = 10;

/** What the number of a refusal counts. */
export type LineWord = 'Row' | 'Line' | 'Task' | 'Item';

interface RefusedLinesProps {
  refused: Preview['refused'];
  /** What is said of them, with the word for what a line begins. */
  fate: 'skipped' | 'imported in part';
  word: LineWord;
}

/** Skipped rows, or what is not taken over of others, each with its number and the reason. */
export function RefusedLines({ refused, fate, word }: RefusedLinesProps) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button goes. Its focus goes to the first of the lines that it shows.
  useEffect(() => {
    const next = list.current?.children.item(AT_FIRST);
    if (all && next instanceof HTMLElement) next.focus();
  }, [all]);
  const lines = new Set(refused.map(one => one.line)).size;
  const shown = all ? refused : refused.slice(0, AT_FIRST);
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-semibold">
        {counted(lines, word)} {fate}
      </h4>
      <ul ref={list} className="flex flex-col gap-1">
        {shown.map(({ line, reason }) => (
          <li key={`${line} ${reason}`} tabIndex={-1} className="flex gap-3">
            <span className="w-16 shrink-0 text-ink-soft">
              {word} {line}
            </span>
            <span className="wrap-anywhere min-w-0">{reason}</span>
          </li>
        ))}
      </ul>
      {refused.length > shown.length && (
        <Button variant="plain" size="small" className="self-start" onClick={() => setAll(true)}>
          Show all {refused.length.toLocaleString('en-US')}
        </Button>
      )}
    </div>
  );
}

/** An entry of a calendar takes several lines, so it is not the line that is counted. */
function counted(count: number, word: LineWord): string {
  const [one, many] = word === 'Row' ? ['row is', 'rows are'] : ['entry is', 'entries are'];
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
