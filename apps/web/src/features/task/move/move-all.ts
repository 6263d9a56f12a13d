import { todayHere } from '../../../lib/dates.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { counted } from '../../../lib/words/text.ts';
import { toastError } from '../../../ui/toast/toast.tsx';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';
import type { Overdue } from '../task-source.ts';
import { AT_ONCE } from './at-once.ts';
import { loadOverdue } from './load-overdue.ts';
import { countOfTasks, isMovable, moveTogether, undoMoves } from './move-many.ts';

/**
 * Moves the overdue tasks to today and offers to undo it. A series keeps its schedule. Without a network it moves those
 * that are loaded. Of more than it moves at once, the line stays for the others.
 */
export async function moveAllToToday(overdue: Overdue): Promise<void> {
  const today = todayHere();
  const loaded = await loadOverdue(overdue, AT_ONCE).catch(error => toastError(messageOf(error)));
  if (!loaded) return;
  const { tasks, isMore } = loaded;
  const movable = tasks.filter(task => isMovable(task, today));
  const moved = await moveTogether(
    movable.map(({ id, title, dueDate }) => ({
      ...{ id, title, from: dueDate },
      to: `${today}${dueDate.slice(today.length)}`,
    })),
  );
  const left = tasks.length - movable.length;
  if (moved.length === 0)
    return left > 0 ? toastError(`${countOfTasks(left)} could not be moved`) : undefined;
  const said = `${countOfTasks(moved.length)} moved to today${isMore ? ', more are left' : ''}`;
  toastUndo(left > 0 ? `${said}, ${counted(left)} could not be moved` : said, () => undoMoves(moved));
}
