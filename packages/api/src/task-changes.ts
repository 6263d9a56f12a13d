import type { RecurrenceType } from '@onus/contract/recurrence';
import type { UpdateTask } from '@onus/contract/task';
import { z } from 'zod';
import type { TaskRow } from './task-view.ts';

/** How long it is known what an edit replaced, in milliseconds: the longest that an older copy is understood. */
export const KNOWN_FOR = 30 * 86_400_000;

/** What people set of a task. */
export interface TaskFields {
  title: string;
  text: string;
  dueDate: string;
  completed: boolean;
  assignees: string[];
  recurrenceType: RecurrenceType;
  recurrenceInterval: number;
  recurrenceEndDate: string | null;
}

export type Changes = Partial<TaskFields>;

/** What an edit replaced, read again as it was kept: what is missing did not change, what is unknown is left. */
export const replacedFields = z
  .object({
    title: z.string(),
    text: z.string(),
    dueDate: z.string(),
    completed: z.boolean(),
    assignees: z.array(z.string()),
    recurrenceType: z.string() as z.ZodType<RecurrenceType>,
    recurrenceInterval: z.number(),
    recurrenceEndDate: z.string().nullable(),
  })
  .partial();

export function fieldsOf(row: TaskRow): TaskFields {
  const { title, text, dueDate, completed, recurrenceType, recurrenceInterval, recurrenceEndDate } = row;
  const repeating = { recurrenceType, recurrenceInterval, recurrenceEndDate };
  return { title, text, dueDate, completed, ...repeating, assignees: row.assignees.map(one => one.id) };
}

/**
 * What an update asks for that is not so already. Of a copy that was taken earlier it asks only for what
 * differs from that copy.
 * @param base the task as it was when the copy was taken; null where that is not known any more.
 */
export function changesTo(row: TaskRow, input: UpdateTask, base: TaskFields | null): Changes {
  const current = fieldsOf(row);
  const wanted = Object.keys(current).filter(name => {
    const field = name as keyof TaskFields;
    const value = input[field];
    return value !== undefined && !isSame(value, current[field]) && !(base && isSame(value, base[field]));
  });
  return Object.fromEntries(wanted.map(name => [name, input[name as keyof TaskFields]]));
}

/** Which of the changes another person has made differently since the copy was taken. Completing never clashes. */
export function clashesOf(row: TaskRow, changes: Changes, base: TaskFields | null): string[] {
  const current = fieldsOf(row);
  return Object.keys(changes).filter(
    name =>
      name !== 'completed' &&
      !(base && isSame(base[name as keyof TaskFields], current[name as keyof TaskFields])),
  );
}

/** Of a task, the part that a change replaces. */
export function replacedBy(row: TaskRow, changes: Changes): Changes {
  const current = fieldsOf(row);
  return Object.fromEntries(Object.keys(changes).map(name => [name, current[name as keyof TaskFields]]));
}

function isSame(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other) ? sorted(one) === sorted(other) : one === other;
}

function sorted(ids: readonly unknown[]): string {
  return [...new Set(ids)].sort().join();
}
