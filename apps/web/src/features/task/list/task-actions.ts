import { dayOf, noonOf } from '@onus/contract/dates/calendar';
import { enqueue, enqueueAll } from '../../../data/outbox/enqueue.ts';
import type { OutputOf } from '../../../data/outbox/operation.ts';
import { renderAfterPaint } from '../../../data/outbox/state.ts';
import { shortDate, todayHere } from '../../../lib/dates.ts';
import { shortened } from '../../../lib/words/text.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';
import type { Task } from '../task.ts';

/** The actions on a task that need no form. Each shows at once and can be undone. */
export function taskActions(task: Task) {
  return {
    toggle: () => void toggle(task),
    /** The same by the ring, which shows it. */
    press: () => renderAfterPaint(() => toggle(task)),
    erase: () => void erase(task),
    skip: () => void skip(task),
    /** Where skipping leads, as a date to read; null where there is nothing to skip to. */
    skipLabel: task.may.skip && task.skipTo ? `Skip to ${shortDate(noonOf(task.skipTo))}` : null,
  };
}

async function toggle(task: Task): Promise<void> {
  const { id, title, completed } = task;
  if (!(await enqueue('task.update', { id, completed: !completed }, { about: title }))) return;
  const done = `“${shortened(title)}” ${completed ? 'reopened' : 'completed'}`;
  const undo = () => void enqueue('task.update', { id, completed }, { about: title });
  toastUndo(isLastOne(task) ? `${done}. This was the last one.` : done, undo);
}

async function skip({ id, title, skipTo, dueDate }: Task): Promise<void> {
  if (!skipTo || !(await enqueue('task.skip', { id, to: skipTo }, { about: title }))) return;
  toastUndo(
    `“${shortened(title)}” skipped to ${shortDate(noonOf(skipTo))}`,
    () => void enqueue('task.undoSkip', { id, dueDate }, { about: title }),
  );
}

async function erase(task: Task): Promise<void> {
  const { id, title } = task;
  if (!(await enqueue('task.delete', { id }, { about: title }))) return;
  const deleted = `“${shortened(title)}” deleted`;
  toastUndo(
    endsSeries(task) ? `${deleted}. This ends the series.` : deleted,
    () => void restoreTasks([task]),
  );
}

/** Gives deleted tasks back. @returns whether the browser stored that for each. */
export function restoreTasks(tasks: readonly Pick<Task, 'id' | 'title'>[]): Promise<boolean[]> {
  const calls = tasks.map(({ id, title }) => ({
    input: { id },
    about: title,
    done(restored: OutputOf<'task.restore'> | null) {
      const names = restored?.gone.map(one => one.username).join(', ');
      if (names) toastSuccess(`“${shortened(title)}” was restored without ${names}: no longer a member`);
    },
  }));
  return enqueueAll('task.restore', calls);
}

/** Whether completing the task leaves nothing to follow in its series. */
export function isLastOne(task: Task): boolean {
  const { completed, recurrenceEndDate, skipTo } = task;
  // Before the server has answered, this browser does not know where a series goes on.
  return !completed && recurrenceEndDate !== null && endsSeries(task) && skipTo === null && !isEarly(task);
}

/** Whether it is the open occurrence of a series, which no other follows if it is deleted. */
export function endsSeries({ schedule }: Task): boolean {
  return schedule !== null;
}

/** From completion, an early one counts from today, so its date to skip to says nothing of the next. */
function isEarly({ recurrenceFrom, dueDate }: Task): boolean {
  return recurrenceFrom === 'done' && dayOf(dueDate) > todayHere();
}
