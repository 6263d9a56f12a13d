import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';

type OwnTask = inferProcedureOutput<AppRouter['task']['get']>;
type MadeTask = inferProcedureOutput<AppRouter['manager']['tasks']>['items'][number];

/** On lists of several people's tasks each says who made it: on one's own it is oneself. */
export type Task = OwnTask & Partial<Pick<MadeTask, 'maker'>>;

/** The full task as an update sends it, with what it was based on (decision 4.8). */
export function asUpdate(task: Task) {
  const { id, title, text, dueDate, completed, updatedAt } = task;
  return { id, title, text, dueDate, completed, basedOn: updatedAt };
}
