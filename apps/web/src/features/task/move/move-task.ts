import { type Day, dayOf, noonOf } from '@onus/contract/dates/calendar';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import { nearDate, todayHere } from '../../../lib/dates.ts';
import { shortened } from '../../../lib/words/text.ts';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';
import type { Task } from '../task.ts';

/** Moves one occurrence. A series keeps its schedule. */
export async function moveTask({ id, title, dueDate }: Task, day: Day): Promise<void> {
  if (day === dayOf(dueDate)) return;
  const [there, back] = [noonOf(day), dueDate];
  if (!(await enqueue('task.update', { id, dueDate: there, was: { dueDate } }, { about: title }))) return;
  toastUndo(`“${shortened(title)}” moved to ${nearDate(day, todayHere())}`, () => {
    void enqueue('task.update', { id, dueDate: back, was: { dueDate: there } }, { about: title });
  });
}
