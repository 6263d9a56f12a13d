import { cx } from '../../../lib/cx.ts';
import { type Strength, strengthOf } from './strength.ts';

/** How strong a new password is, and what makes it stronger. It decides nothing. */
export function PasswordAdvice({ password }: { password: string }) {
  const strength = strengthOf(password);
  const { words, filled, color } = LOOKS[strength];
  return (
    <div className={cx('flex flex-col gap-1', color)}>
      <div aria-hidden="true" className="flex gap-1">
        {PARTS.map(part => (
          <span
            key={part}
            className={cx('h-1 flex-1 rounded-full', part <= filled ? 'bg-current' : 'bg-line')}
          />
        ))}
      </div>
      <p aria-live="polite" className="text-small">
        {words}
      </p>
    </div>
  );
}

const PARTS = [1, 2, 3];

const LOOKS: Record<Strength, { words: string; filled: number; color: string }> = {
  weak: {
    words: 'Weak. Three or four words that do not belong together are easy to remember.',
    filled: 1,
    color: 'text-danger',
  },
  fair: { words: 'Fair. One more word makes it strong.', filled: 2, color: 'text-warn' },
  strong: { words: 'Strong.', filled: 3, color: 'text-brand-strong' },
};
