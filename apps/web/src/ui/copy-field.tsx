import { Check, Copy } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { CONTROL, CONTROL_HEIGHT, describedBy, FieldFrame } from './field-frame.tsx';

type CopyFieldProps = { label: string; value: string; hint?: ReactNode };

/** A text to take elsewhere. Without a clipboard, as on plain http, the text is selected for the reader to copy. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const id = useId();
  const [done, setDone] = useState<'copied' | 'selected' | null>(null);

  async function copy(): Promise<void> {
    if (await intoClipboard(value)) return setDone('copied');
    selectText(id);
    setDone('selected');
  }

  return (
    <FieldFrame id={id} texts={{ label, hint }}>
      <div className="flex gap-2">
        <input
          {...describedBy(id, { label, hint })}
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
      <p role="status" className="text-brand-strong text-small empty:hidden">
        {done && SAID[done]}
      </p>
    </FieldFrame>
  );
}

const SAID = { copied: 'Copied', selected: 'Selected: copy it with your keyboard or its menu.' };

/** False where the browser has no clipboard to give, or will not give it. */
async function intoClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function selectText(id: string): void {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
