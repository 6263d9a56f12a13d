import { noonOf } from '@onus/contract/dates/calendar';
import type { QuickEntry } from '@onus/contract/quick-line/entry';

/** The input of `task.create` for a line. `assignTo` are the assignees if it names no one. */
export function taskOf(id: string, entry: QuickEntry, assignTo: readonly string[]) {
  const { title, day, dueTime, endDay, recurrenceType, recurrenceInterval } = entry;
  const { recurrenceDays, recurrenceEvery, recurrenceFrom, recurrenceAnchor } = entry;
  const assignees = entry.assignees.length > 0 ? entry.assignees : [...assignTo];
  const task = { id, title, dueDate: noonOf(day), ...(dueTime && { dueTime }), assignees };
  if (recurrenceType === 'none') return task;
  const end = endDay ? { recurrenceEndDate: noonOf(endDay) } : {};
  return {
    ...task,
    recurrenceType,
    recurrenceInterval,
    recurrenceDays,
    recurrenceEvery,
    recurrenceFrom,
    ...(recurrenceAnchor && { recurrenceAnchor }),
    ...end,
  };
}
