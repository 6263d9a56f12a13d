import { CalendarArrowUp, Check, Undo2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Side } from '../../../ui/list/swipe/gesture.ts';
import { SwipeHint } from '../../../ui/list/swipe/swipe-hint.tsx';
import { useSwipe } from '../../../ui/list/swipe/use-swipe.ts';
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
  const taskOf = (id: string) => rows.filter(isTask).find(task => task.id === id);
  const swipe = useSwipe(box, {
    sidesOf: id => (!isSelecting && taskOf(id)?.may.edit ? BOTH : NOWHERE),
    onSwipe(id, side, row) {
      const task = taskOf(id);
      if (!task) return;
      if (side === 'right') taskActions(task).toggle();
      else setMoved({ task, row, time: (moved?.time ?? 0) + 1 });
    },
    onHold(id) {
      const task = taskOf(id);
      if (task) toggleSelected(task.id);
    },
  });
  const swiped = swipe && taskOf(swipe.id);
  return (
    <>
      {swiped &&
        createPortal(
          <SwipeHint {...hintOf(swipe.side, swiped)} side={swipe.side} isArmed={swipe.isArmed} />,
          swipe.row,
        )}
      {moved &&
        createPortal(<SwipedDates key={`${moved.task.id} ${moved.time}`} task={moved.task} />, moved.row)}
    </>
  );
}

/** What letting go will do. */
function hintOf(side: Side, { completed }: Task) {
  if (side === 'left') return { icon: <CalendarArrowUp />, words: 'Move' };
  return completed
    ? { icon: <Undo2 />, words: 'Reopen' }
    : { icon: <Check strokeWidth={2.5} />, words: 'Complete' };
}
