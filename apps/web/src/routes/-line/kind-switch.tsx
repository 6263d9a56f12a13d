import { KINDS, type Kind } from './kinds.ts';

interface KindSwitchProps {
  value: Kind;
  onChange: (kind: Kind) => void;
}

/** What the line does. Alt+1 to Alt+4 choose too. */
export function KindSwitch({ value, onChange }: KindSwitchProps) {
  return (
    <div
      role="radiogroup"
      aria-label="Kind"
      className="flex rounded-control bg-ground p-0.5 inset-ring inset-ring-line"
    >
      {KINDS.map(({ id, label }, place) => (
        <label key={id} className={SEGMENT}>
          <input
            type="radio"
            name="line-kind"
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

const SEGMENT =
  'relative grid h-9 min-w-0 flex-1 place-items-center rounded-control text-ink-soft text-small font-medium transition-colors touch:h-touch hover:text-ink has-checked:bg-surface has-checked:text-brand-strong has-checked:inset-ring has-checked:inset-ring-line has-focus-visible:outline-2 has-focus-visible:outline-brand-strong';
