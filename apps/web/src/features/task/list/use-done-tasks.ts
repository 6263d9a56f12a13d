import { useSelector } from '@tanstack/react-store';
import { usePlaces } from '../../../ui/list/use-places.ts';
import type { Task } from '../task.ts';
import { isDoneHidden } from './done-line.tsx';

/** A row of a list of tasks. */
export type Row = TaskOrDone | GroupRow;

/** The row between the open and the completed tasks. */
interface DoneRow {
  id: 'done';
  /** The number of completed tasks below it, also of hidden ones. */
  count: number;
}

export type TaskOrDone = Task | DoneRow;

/** The row before the tasks of the same people. */
export interface GroupRow {
  id: string;
  isLine: true;
  people: readonly { id: string; username: string }[];
}

interface Grouping {
  isGrouped: boolean;
  hasNextPage: boolean;
  /** The task with an open form as it was when the form opened. It is never hidden, and stays in its part. */
  edited: Task | undefined;
}

/**
 * The rows of a list. Grouped, the open tasks come first, and the completed ones follow below a line with their number once
 * all pages are loaded, because open tasks of later pages come before them. Both parts keep the order of the list.
 */
export function useDoneTasks(
  tasks: readonly Task[] | undefined,
  grouping: Grouping,
): readonly TaskOrDone[] | undefined {
  const { isGrouped, hasNextPage, edited } = grouping;
  const isHidden = useSelector(isDoneHidden);
  const places = usePlaces(isGrouped && tasks ? tasks : NONE, isCompleted);
  if (!isGrouped || !tasks) return tasks;
  const isBelow = ({ id, completed }: Task) =>
    id === edited?.id ? edited.completed : (places.get(id) ?? completed);
  const done = tasks.filter(isBelow);
  if (done.length === 0) return tasks;
  const line: readonly DoneRow[] = hasNextPage ? [] : [{ id: 'done', count: done.length }];
  const shown = done.filter(({ id }) => id === edited?.id || !(hasNextPage || isHidden));
  return [...tasks.filter(task => !isBelow(task)), ...line, ...shown];
}

const NONE: readonly Task[] = [];

function isCompleted({ completed }: Task): boolean {
  return completed;
}
