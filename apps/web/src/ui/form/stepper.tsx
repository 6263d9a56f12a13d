import { Minus, Plus } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { counted } from '../../lib/words/text.ts';

type StepperProps = {
  /** The accessible name, such as "Amount of Milk". */
  label: string;
  value: number;
  min?: number;
  onChange: (value: number) => void;
  /** Takes the focus from a tap on its row. */
  ref?: Ref<HTMLDivElement>;
};

/** A number between a minus and a plus button, each with a 44 px touch target. */
export function Stepper({ label, value, min = 1, onChange, ref }: StepperProps) {
  // Screen readers announce what the buttons do, and not what others change.
  const [isInUse, setInUse] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's looks to a row.
    <div
      ref={ref}
      role="group"
      aria-label={label}
      tabIndex={-1}
      onFocus={() => setInUse(true)}
      onBlur={() => setInUse(false)}
      className="flex h-8 w-fit items-center rounded-control outline-none inset-ring inset-ring-line"
    >
      <Step
        label="One less"
        sign="-"
        icon={<Minus />}
        off={value <= min}
        onClick={() => onChange(value - 1)}
      />
      <span
        aria-live={isInUse ? 'polite' : 'off'}
        className="min-w-6 whitespace-nowrap text-center font-medium"
      >
        {counted(value)}
      </span>
      <Step label="One more" sign="+" icon={<Plus />} onClick={() => onChange(value + 1)} />
    </div>
  );
}

type StepProps = { label: string; sign: string; icon: ReactNode; off?: boolean; onClick: () => void };

/** Not disabled at its limit, because a disabled button loses the focus. */
function Step({ label, sign, icon, off, onClick }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-keyshortcuts={sign}
      aria-disabled={off}
      onClick={off ? undefined : onClick}
      className="relative grid h-8 w-8 place-items-center rounded-control text-ink-soft transition-colors before:absolute before:-inset-y-1.5 before:inset-x-0 first:before:-left-3 last:before:-right-3 hover:bg-hover hover:text-ink aria-disabled:opacity-40 aria-disabled:hover:bg-transparent [&_svg]:size-4"
    >
      {icon}
    </button>
  );
}
