import { cx } from '../../lib/cx.ts';

const WORDS = { connected: 'Live', connecting: 'Connecting…' };

/** Whether what others change arrives by itself. Words only when it does not. */
export function ConnectionDot({ state }: { state: keyof typeof WORDS }) {
  const live = state === 'connected';
  return (
    <span
      role="status"
      title={WORDS[state]}
      className="flex items-center gap-2 px-2 text-ink-soft text-small"
    >
      <span
        aria-hidden="true"
        className={cx('size-2 rounded-full', live ? 'bg-brand' : 'animate-late animate-breathe bg-warn')}
      />
      <span className={live ? 'sr-only' : 'animate-late'}>{WORDS[state]}</span>
    </span>
  );
}
