import { foldTasks } from '@onus/contract/fold/task';
import { queuedFor } from '../../../data/outbox/use-outbox.ts';
import { withMovedRows } from '../list/across-lists.ts';
import type { Task } from '../task.ts';
import { type Overdue, tasksOf } from '../task-source.ts';

/**
 * Loads a number of overdue tasks, with those that queued changes add or move there and without those that they move away.
 * @returns what is loaded, if a further page cannot be.
 * @throws if nothing can be loaded.
 */
export async function loadOverdue(
  { list, listed }: Overdue,
  most: number,
): Promise<{ tasks: readonly Task[]; isMore: boolean }> {
  const first = list.data ? list : await list.refetch();
  let { data } = first;
  if (!data) throw first.error;
  const isMore = () => Boolean(data?.pages.at(-1)?.nextCursor);
  while (isMore() && tasksOf(data).length < most) {
    const next = await list.fetchNextPage();
    if (next.isError || !next.data) break;
    data = next.data;
  }
  // As the tab shows them: the list may be older than what was added to it, or moved, last.
  const queued = queuedFor(data);
  const shown = withMovedRows(foldTasks(tasksOf(data), queued, listed), queued, listed);
  const all = shown.filter(({ completed }) => !completed);
  return { tasks: all.slice(0, most), isMore: isMore() || all.length > most };
}
