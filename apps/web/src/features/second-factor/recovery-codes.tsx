import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { intoClipboard } from '../../lib/clipboard.ts';
import { Button } from '../../ui/form/button.tsx';

interface RecoveryCodesProps {
  level: 'h2' | 'h3';
  codes: readonly string[];
  onDone: () => void;
}

/** Shown once. */
export function RecoveryCodes({ level: Heading, codes, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [done, setDone] = useState<'copied' | 'selected' | null>(null);
  // The step before is gone, and with it the field that had the focus.
  useEffect(() => heading.current?.focus(), []);

  async function copy(): Promise<void> {
    if (await intoClipboard(codes.join('\n'))) return setDone('copied');
    if (list.current) getSelection()?.selectAllChildren(list.current);
    setDone('selected');
  }

  return (
    <div className="flex flex-col gap-4">
      <Heading ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Your recovery codes
      </Heading>
      <p className="text-ink-soft text-small">
        Each code works once, in place of the app. Keep them where you find them without your phone. You see
        them only now.
      </p>
      <ul
        ref={list}
        className="flex flex-col gap-y-1 whitespace-nowrap rounded-control bg-hover px-4 py-3 font-medium tabular-nums"
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status" className="text-brand-strong text-small empty:-mt-4">
        {done && SAID[done]}
      </p>
      <div className="flex gap-3">
        <Button variant="quiet" onClick={() => void copy()}>
          {done === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          Copy codes
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </div>
    </div>
  );
}

const SAID = {
  copied: 'Copied',
  selected: 'The codes are selected. Copy them with your keyboard or the menu.',
};
