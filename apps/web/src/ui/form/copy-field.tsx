import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { intoClipboard } from '../../lib/clipboard.ts';
import { Button } from './button.tsx';
import { CONTROL, CONTROL_HEIGHT, FieldFrame, useField } from './field-frame.tsx';

type CopyFieldProps = {
  label: string;
  value: string;
  hint?: ReactNode;
  /** What it is, where the app says that it is selected. */
  what?: string;
};

/** A text to copy. Without a clipboard, as on plain http, the app selects the text for the user. */
export function CopyField({ label, value, hint, what = 'link' }: CopyFieldProps) {
  const { frame, input } = useField({ label, hint });
  const [done, setDone] = useState<'copied' | 'selected' | null>(null);

  async function copy(): Promise<void> {
    if (await intoClipboard(value)) return setDone('copied');
    selectText(frame.id);
    setDone('selected');
  }

  return (
    <FieldFrame {...frame}>
      <div className="flex gap-2">
        <input
          {...input}
          readOnly
          value={value}
          onFocus={event => event.target.select()}
          className={`${CONTROL} ${CONTROL_HEIGHT} text-ellipsis`}
        />
        <Button variant="quiet" onClick={() => void copy()}>
          {done === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          Copy
        </Button>
      </div>
      <p role="status" className="text-brand-strong text-small empty:-mt-1.5">
        {done === 'copied' && 'Copied'}
        {done === 'selected' && `The ${what} is selected. Copy it with your keyboard or the menu.`}
      </p>
    </FieldFrame>
  );
}

function selectText(id: string): void {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
