import { cx } from '../lib/cx.ts';

interface ChoicesProps<Value extends string> {
  /** The accessible name of the group. */
  label: string;
  options: readonly { label: string; value: Value }[];
  value: string;
  onChange: (value: Value) => void;
}

/** Frequent values of a field as chips: 32 px high with a 44 px touch target. The field says the chosen value too. */
export function Choices<Value extends string>({ label, options, value, onChange }: ChoicesProps<Value>) {
  // On a Sunday, tomorrow is the Monday of next week too.
  const chosen = options.find(option => option.value === value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's looks.
    <div role="group" aria-label={label} className="flex flex-wrap gap-x-2 gap-y-3">
      {options.map(option => (
        <button
          key={option.label}
          type="button"
          aria-pressed={option === chosen}
          onClick={() => onChange(option.value)}
          className={cx(
            'relative h-8 rounded-full px-3 font-medium text-small transition-colors before:absolute before:-inset-y-1.5 before:inset-x-0',
            option === chosen
              ? 'bg-brand-wash text-brand-strong inset-ring inset-ring-brand'
              : 'text-ink-soft inset-ring inset-ring-line hover:bg-hover hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
