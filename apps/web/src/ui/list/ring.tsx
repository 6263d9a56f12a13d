import { type ComponentProps, useState } from 'react';
import { cx } from '../../lib/cx.ts';

type RingProps = Pick<ComponentProps<'button'>, 'aria-keyshortcuts' | 'className'> & {
  label: string;
  checked: boolean;
  /** Until this has ended, the ring shows that it is pressed, whatever is known of its row. */
  onPress: () => Promise<void>;
};

/** The completion ring: 24 px with a 44 px touch target. Pressing fills it and draws the tick. */
export function Ring({ label, checked: isChecked, onPress, className, ...rest }: RingProps) {
  const [pressed, setPressed] = useState<{ checked: boolean } | null>(null);
  const { checked } = pressed ?? { checked: isChecked };

  async function press(): Promise<void> {
    const own = { checked: !checked };
    setPressed(own);
    try {
      await onPress();
    } finally {
      setPressed(current => (current === own ? null : current));
    }
  }

  return (
    <button
      type="button"
      {...rest}
      onClick={() => void press()}
      aria-label={label}
      aria-pressed={checked}
      title={label}
      className={cx(
        'group/ring grid size-touch shrink-0 place-items-center rounded-full focus-visible:-outline-offset-4 disabled:opacity-50',
        className,
      )}
    >
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className="size-6 overflow-visible">
        <circle
          cx="12"
          cy="12"
          r="10.75"
          strokeWidth="1.5"
          className={cx(
            'transition-colors',
            checked
              ? 'fill-brand stroke-brand'
              : 'fill-surface stroke-edge group-hover/ring:stroke-brand-strong',
          )}
        />
        <path className="drawn-tick" d="M7.5 12.4 10.6 15.5 16.6 9" pathLength="1" />
      </svg>
    </button>
  );
}
