import { Clock3, TriangleAlert } from 'lucide-react';
import { cx } from '../../lib/cx.ts';

const MARKS = {
  waiting: { Icon: Clock3, name: 'Waiting to be sent', look: 'animate-late text-ink-soft' },
  refused: { Icon: TriangleAlert, name: 'Not saved', look: 'text-danger' },
};

/** Beside what only this browser has so far. A clock that would be gone at once does not show. */
export function RowMark({ mark }: { mark: keyof typeof MARKS | undefined }) {
  if (!mark) return null;
  const { Icon, name, look } = MARKS[mark];
  return (
    <span role="img" aria-label={name} title={name} className={cx('ml-1.5 inline-flex align-middle', look)}>
      <Icon aria-hidden="true" className="size-4" />
    </span>
  );
}
