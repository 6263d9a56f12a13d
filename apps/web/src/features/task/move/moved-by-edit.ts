import { dayOf } from '@onus/contract/dates/calendar';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import type { InputOf } from '../../../data/outbox/operation.ts';
import { nearDate, shortDate, todayHere } from '../../../lib/dates.ts';
import { shortened } from '../../../lib/words/text.ts';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';
import type { Task } from '../task.ts';

type Assign = InputOf<'task.assign'>;

/** An edit that can take a row to another list says so. Undo reverts that, and not what was typed besides. */
export function sayEdit(
  { id, title, dueDate: from, assignees }: Task,
  { dueDate: to }: InputOf<'task.update'>,
  assign: Assign | null,
): void {
  const said = [...(to ? [`moved to ${dateOf(to)}`] : []), ...(assign ? ['reassigned'] : [])];
  if (said.length === 0) return;
  toastUndo(`“${shortened(title)}” ${said.join(' and ')}`, () => {
    const about = { about: title };
    if (to) void enqueue('task.update', { id, dueDate: from, was: { dueDate: to } }, about);
    const back = assign && { id, add: assign.remove, remove: assign.add };
    if (back) void enqueue('task.assign', back, { ...about, people: assignees });
  });
}

/** The row may show the date in full beside the toast. */
function dateOf(dueDate: string): string {
  const [day, today] = [dayOf(dueDate), todayHere()];
  const [year] = day.split('-');
  return today.startsWith(`${year}-`) ? nearDate(day, today) : `${shortDate(dueDate)}, ${year}`;
}
