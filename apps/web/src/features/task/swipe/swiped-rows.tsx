import { CalendarArrowUp, Check, Undo2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../../../lib/cx.ts';
import type { Side } from '../../../ui/list/swipe/gesture.ts';
import { type Swipe, useSwipe } from '../../../ui/list/swipe/use-swipe.ts';
import { taskActions } from '../list/task-actions.ts';
import type { Row } from '../list/use-done-tasks.ts';
import { isTask, toggleSelected } from '../select/selection.ts';
import type { Task } from '../task.ts';
import { SwipedDates } from './swiped-dates.tsx';

interface SwipedRowsProps {
  rows: readonly Row[];
  box: RefObject<HTMLElement | null>;
  /** Then a finger selects, and swipes nothing. */
  isSelecting: boolean;
}

const NOWHERE: readonly Side[] = [];
const BOTH: readonly Side[] = ['left', 'right'];

/** A swipe to the right completes a task or reopens it, one to the left opens the dates to move it to (rule 20.18). */
export function SwipedRows({ rows, box, isSelecting }: SwipedRowsProps) {
  const [moved, setMoved] = useState<{ task: Task; row: HTMLElement; time: number } | null>(null);
  const taskAt = (place: number) => {
    const row = rows[place];
    return isTask(row) ? row : undefined;
  };
  const swipe = useSwipe(box, {
    sidesOf: place => (!isSelecting && taskAt(place)?.may.edit ? BOTH : NOWHERE),
    onSwipe(place, side, row) {
      const task = taskAt(place);
      if (!task) return;
      if (side === 'right') taskActions(task).toggle();
      else setMoved({ task, row, time: (moved?.time ?? 0) + 1 });
    },
    onHold(place) {
      const task = taskAt(place);
      if (task) toggleSelected(task.id);
    },
  });
  const swiped = swipe && taskAt(swipe.place);
  return (
    <>
      {swiped && createPortal(<Hint {...swipe} task={swiped} />, swipe.row)}
      {moved &&
        createPortal(<SwipedDates key={`${moved.task.id} ${moved.time}`} task={moved.task} />, moved.row)}
    </>
  );
}

/** What letting go will do: in color as soon as the row is far enough. */
function Hint({ side, isArmed, task }: Pick<Swipe, 'side' | 'isArmed'> & { task: Task }) {
  const [icon, words] =
    side === 'left'
      ? [<CalendarArrowUp key="icon" />, 'Move']
      : task.completed
        ? [<Undo2 key="icon" />, 'Reopen']
        : [<Check key="icon" strokeWidth={2.5} />, 'Complete'];
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
