import { cx } from '../../../lib/cx.ts';
import { WEEKDAYS } from '../../../lib/words/weekdays.ts';

interface DayTogglesProps {
  /** ISO weekdays, 1 for Monday. */
  value: readonly number[];
  onChange: (value: number[]) => void;
}

/** A button for each weekday, pressed for those of the set. */
export function DayToggles({ value, onChange }: DayTogglesProps) {
  function toggle(day: number): void {
    const days = value.includes(day) ? value.filter(one => one !== day) : [...value, day];
    onChange(days.sort());
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-small">Days</legend>
      <div className="grid grid-cols-7 gap-1 max-[24rem]:grid-cols-4">
        {WEEKDAYS.map(day => (
          <button
            key={day.value}
            type="button"
            aria-label={day.label}
            aria-pressed={value.includes(day.value)}
            onClick={() => toggle(day.value)}
            className={cx(
              'relative h-10 min-w-0 rounded-control border text-small transition-colors before:absolute before:-inset-x-0.75 before:inset-y-0 touch:h-touch',
              value.includes(day.value)
                ? 'border-brand-strong bg-brand-strong font-medium text-on-fill'
                : 'border-edge bg-surface text-ink hover:border-ink-soft',
            )}
          >
            {day.short}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
