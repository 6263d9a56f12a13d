import type { ReactNode } from 'react';
import { cx } from '../../../lib/cx.ts';
import type { Swipe } from './use-swipe.ts';

interface SwipeHintProps extends Pick<Swipe, 'side' | 'isArmed'> {
  icon: ReactNode;
  words: string;
}

/** What letting go of a row will do: in color as soon as the row is far enough. */
export function SwipeHint({ side, isArmed, icon, words }: SwipeHintProps) {
  const color = side === 'left' ? 'bg-slate text-on-fill' : 'bg-brand-strong text-on-fill';
  return (
    <div
      aria-hidden="true"
      data-swipe={isArmed ? 'armed' : 'near'}
      className={cx(HINT, side === 'left' && 'flex-row-reverse', isArmed ? color : 'bg-line text-ink-soft')}
    >
      {icon}
      {words}
    </div>
  );
}

const HINT =
  'pointer-events-none absolute inset-0 flex items-center gap-2 rounded-control px-5 font-semibold text-small transition-colors [&_svg]:size-5';
