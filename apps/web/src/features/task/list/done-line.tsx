import { useSelector } from '@tanstack/react-store';
import { ChevronDown } from 'lucide-react';
import { cx } from '../../../lib/cx.ts';
import { createStoredAtom } from '../../../lib/stored-atom.ts';
import { counted } from '../../../lib/words/text.ts';

/** Whether the completed tasks below the line are hidden, on every page. */
export const isDoneHidden = createStoredAtom('task-done-hidden', false);

/** "Done 3" between the open and the completed tasks; a click hides or shows the completed ones. */
export function DoneLine({ count }: { count: number }) {
  const isHidden = useSelector(isDoneHidden);
  return (
    <h2 className="px-4 pt-5 pb-1 font-medium text-ink-soft text-small">
      <button
        type="button"
        aria-expanded={!isHidden}
        onClick={() => isDoneHidden.set(hidden => !hidden)}
        className="relative -mx-1 flex items-center gap-1.5 rounded-tick px-1 transition-colors before:absolute before:-inset-y-3 before:inset-x-0 hover:text-ink"
      >
        Done {counted(count)}
        <ChevronDown
          aria-hidden="true"
          className={cx('size-4 transition-transform', isHidden && '-rotate-90')}
        />
      </button>
    </h2>
  );
}
