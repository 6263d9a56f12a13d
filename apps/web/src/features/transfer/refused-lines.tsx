import { useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import type { Preview } from './sheet.ts';

const AT_FIRST = 10;

/** Skipped rows, each with its number and the reason. */
export function RefusedLines({ refused }: { refused: Preview['refused'] }) {
  const [all, setAll] = useState(false);
  const lines = new Set(refused.map(one => one.line)).size;
  const shown = all ? refused : refused.slice(0, AT_FIRST);
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-semibold">
        {lines === 1 ? '1 row is' : `${lines.toLocaleString('en-US')} rows are`} skipped
      </h4>
      <ul className="flex flex-col gap-1">
        {shown.map(({ line, reason }) => (
          <li key={`${line} ${reason}`} className="flex gap-3">
            <span className="w-16 shrink-0 text-ink-soft">Row {line}</span>
            <span className="min-w-0">{reason}</span>
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
