import { useId } from 'react';
import { KINDS, type Kind } from './kinds.ts';

interface KindSwitchProps {
  value: Kind;
  onChange: (kind: Kind) => void;
  /** `kinds-beside` within a line. */
  className: string;
}

/** What the line does. Alt+1 to Alt+4 choose too. */
export function KindSwitch({ value, onChange, className }: KindSwitchProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Kind" className={`kinds ${className}`}>
      {KINDS.map(({ id, label }, place) => (
        <label key={id} className="kind">
          <input
            type="radio"
            name={name}
            aria-keyshortcuts={`Alt+${place + 1}`}
            checked={id === value}
            onChange={() => onChange(id)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {label}
        </label>
      ))}
    </div>
  );
}
