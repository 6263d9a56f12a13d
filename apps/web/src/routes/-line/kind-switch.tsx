import { useId } from 'react';
import { KINDS, type Kind } from './kinds.ts';

interface KindSwitchProps {
  value: Kind;
  onChange: (kind: Kind) => void;
  className: string;
}

/** What the line does. Alt+1 to Alt+4 choose too. */
export function KindSwitch({ value, onChange, className }: KindSwitchProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Kind" className={`${GROUP} ${className}`}>
      {KINDS.map(({ id, label }, place) => (
        <label key={id} className={SEGMENT}>
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

const GROUP = 'flex rounded-control bg-ground p-0.5 inset-ring inset-ring-line';

/** Within a line, beside the text; on a phone a row below it while the line is in use. */
export const BESIDE_TEXT =
  '*:px-2.5 desk:*:h-7 desk:*:flex-none desk:*:touch:h-touch max-desk:order-last max-desk:mb-2 max-desk:basis-full max-desk:*:h-touch max-desk:hidden max-desk:group-focus-within/line:flex max-desk:group-data-typed/line:flex';

const SEGMENT =
  'relative grid min-w-0 flex-1 place-items-center rounded-control text-ink-soft text-small font-medium transition-colors hover:text-ink has-checked:bg-surface has-checked:text-brand-strong has-checked:inset-ring has-checked:inset-ring-line has-focus-visible:outline-2 has-focus-visible:outline-brand-strong';
