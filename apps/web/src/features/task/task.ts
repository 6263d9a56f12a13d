import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';

export type Task = inferProcedureOutput<AppRouter['task']['get']>;

/** The full task as an update sends it, with what it was based on (decision 4.8). */
export function asUpdate(task: Task) {
  const { id, title, text, dueDate, completed, updatedAt } = task;
  return { id, title, text, dueDate, completed, basedOn: updatedAt };
}
