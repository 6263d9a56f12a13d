import { foldTasks, insert, isOf } from '@onus/contract/fold/task';
import { useMemo } from 'react';
import { useQueued } from '../../../data/outbox/use-outbox.ts';
import { useCurrentUser } from '../../../data/session.ts';
import { trpc } from '../../../data/trpc.ts';
import { todayHere } from '../../../lib/dates.ts';
import type { Task } from '../task.ts';
import { type TaskFilter, type TaskSource, useMoves, useTaskPages } from '../task-source.ts';

/**
 * The loaded pages of a list with the queued operations applied to them.
 * @param sought the id of a task of the list that may be beyond these pages.
 */
export function useTasks(
  source: TaskSource,
  filter: TaskFilter,
  others: readonly Task[] = NONE,
  sought?: string,
) {
  const list = useTaskPages(source, filter);
  const { id, username } = useCurrentUser();
  const queued = useQueued(list.data);
  const pages = list.data?.pages;
  const found = trpc.task.get.useQuery({ id: sought ?? '' }, { enabled: !!sought }).data;
  const listed = { ...filter, source, me: { id, username }, today: todayHere() };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same pages stay the same list.
  const known: readonly Task[] | undefined = useMemo(() => {
    const tasks: Task[] | undefined = pages?.flatMap(page => page.items);
    const isMissing = found && tasks && isOf(listed, found) && !tasks.some(task => task.id === found.id);
    if (isMissing) insert(tasks, found, filter.order);
    return tasks;
  }, [pages, found]);
  const folded: readonly Task[] | undefined = known && foldTasks(known, queued, listed);
  const moves = useMoves(others.length > 0);
  const tasks = folded && moves ? moves.withMoved(folded, others, queued, listed) : folded;

  /** Does not cancel a running fetch, which may bring changed tasks. */
  function loadMore(): void {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) {
      void list.fetchNextPage({ cancelRefetch: false });
    }
  }

  return { ...list, tasks, loadMore };
}

const NONE: readonly Task[] = [];

export type Tasks = ReturnType<typeof useTasks>;
