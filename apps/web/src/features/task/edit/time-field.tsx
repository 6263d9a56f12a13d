import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { timeOfDay } from '../../../lib/dates.ts';
import { IconButton } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';

interface TimeFieldProps {
  input: RefObject<HTMLInputElement | null>;
  /** HH:MM; empty for no time. */
  value: string;
  onChange: (value: string) => void;
}

/** The browser's own time field, which knows the reader's clock, with a button that empties it. */
export function TimeField({ input, value, onChange }: TimeFieldProps) {
  function clear(): void {
    onChange('');
    // The button disappears.
    input.current?.focus();
  }

  return (
    <div className="flex items-end gap-1">
      <div className="min-w-0 flex-1">
        <Field
          label="Time"
          type="time"
          ref={input}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      </div>
      {value && (
        <span className="flex h-10 items-center touch:h-touch">
          <IconButton label={`Remove ${timeOfDay(value)}`} icon={<X aria-hidden="true" />} onClick={clear} />
        </span>
      )}
    </div>
  );
}
