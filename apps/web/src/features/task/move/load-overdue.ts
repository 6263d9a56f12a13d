import { withoutMoved } from '@onus/contract/fold/across-lists/moved-tasks';
import { queuedFor } from '../../../data/outbox/use-outbox.ts';
import type { Task } from '../task.ts';
import { type Overdue, tasksOf } from '../task-source.ts';

/**
 * Loads a number of overdue tasks, without those that queued changes move away.
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
  // The list may be older than the last move from it.
  const all = withoutMoved(tasksOf(data), queuedFor(data), listed);
  return { tasks: all.slice(0, most), isMore: isMore() || all.length > most };
}
