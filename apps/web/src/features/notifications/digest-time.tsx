import { useState } from 'react';
import { Field } from '../../ui/form/field.tsx';

interface DigestTimeProps {
  /** HH:MM. */
  value: string;
  onChange: (value: string) => void;
}

/** The browser's own time field. It is saved when the user leaves it: while typing, it passes through other times. */
export function DigestTime({ value, onChange }: DigestTimeProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function save(): void {
    if (typed && typed !== value) onChange(typed);
    setTyped(null);
  }

  return (
    <div className="max-w-40 py-2">
      <Field
        label="Time of day"
        type="time"
        value={typed ?? value}
        onChange={event => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={event => {
          if (event.key === 'Enter') save();
        }}
      />
    </div>
  );
}
