import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';

export type Task = inferProcedureOutput<AppRouter['task']['get']>;

/** The full task as an update sends it, with what it was based on (decision 4.8). */
export function asUpdate(task: Task) {
  const { id, title, text, dueDate, completed, updatedAt } = task;
  return { id, title, text, dueDate, completed, basedOn: updatedAt };
}

/** How a task repeats, in a word or two; nothing when it does not. */
export function repetition({
  recurrenceType,
  recurrenceInterval,
}: Pick<Task, 'recurrenceType' | 'recurrenceInterval'>): string | null {
  switch (recurrenceType) {
    case 'none':
      return null;
    case 'interval':
      return recurrenceInterval === 1 ? 'Every day' : `Every ${recurrenceInterval} days`;
    default:
      return { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' }[recurrenceType];
  }
}
