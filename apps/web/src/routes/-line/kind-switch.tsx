import { useId } from 'react';
import { cx } from '../../lib/cx.ts';
import { KINDS, type Kind } from './kinds.ts';

interface KindSwitchProps {
  value: Kind;
  onChange: (kind: Kind) => void;
  /** Within a line, beside the text. */
  isSmall?: boolean;
}

/** What the line does. Alt+1 to Alt+4 choose too. */
export function KindSwitch({ value, onChange, isSmall = false }: KindSwitchProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Kind" className={cx(GROUP, isSmall ? SMALL : LARGE)}>
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

const LARGE = '*:h-9 *:touch:h-touch';

/** On a phone a row below the text, while the line is in use. */
const SMALL =
  '*:px-2.5 desk:*:h-7 desk:*:flex-none desk:*:touch:h-touch max-desk:order-last max-desk:mb-2 max-desk:basis-full max-desk:*:h-touch max-desk:hidden max-desk:group-focus-within/line:flex max-desk:group-data-typed/line:flex';

const SEGMENT =
  'relative grid min-w-0 flex-1 place-items-center rounded-control text-ink-soft text-small font-medium transition-colors hover:text-ink has-checked:bg-surface has-checked:text-brand-strong has-checked:inset-ring has-checked:inset-ring-line has-focus-visible:outline-2 has-focus-visible:outline-brand-strong';
