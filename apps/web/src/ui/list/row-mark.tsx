import { Clock3, TriangleAlert } from 'lucide-react';
import { cx } from '../../lib/cx.ts';

const MARKS = {
  waiting: { Icon: Clock3, name: 'Waiting to be sent', look: 'animate-late text-ink-soft' },
  refused: { Icon: TriangleAlert, name: 'Not saved', look: 'text-danger' },
};

interface RowMarkProps {
  mark: keyof typeof MARKS | undefined;
  /** The name of the person who has just changed the row. */
  by?: string | undefined;
}

/**
 * Beside what only this browser has so far, or what another person has just changed. A clock that would be gone at once
 * does not show.
 */
export function RowMark({ mark, by }: RowMarkProps) {
  // Not a part of the text, because the row's name stays the same.
  if (!mark) return by && <span data-by={by} className="row-by" />;
  const { Icon, name, look } = MARKS[mark];
  return (
    <span role="img" aria-label={name} title={name} className={cx('ml-1.5 inline-flex align-middle', look)}>
      <Icon aria-hidden="true" className="size-4" />
    </span>
  );
}
