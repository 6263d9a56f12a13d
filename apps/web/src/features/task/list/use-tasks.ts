import { foldTasks, isOf } from '@onus/contract/fold/task';
import { insert } from '@onus/contract/fold/task-place';
import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { useQueued } from '../../../data/outbox/use-outbox.ts';
import { responses } from '../../../data/reads/request-times.ts';
import { useShared } from '../../../data/reads/use-shared.ts';
import { useCurrentUser } from '../../../data/session/session.ts';
import { trpc } from '../../../data/trpc.ts';
import { todayHere } from '../../../lib/dates.ts';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import type { Task } from '../task.ts';
import { type TaskFilter, type TaskSource, useTaskPages } from '../task-source.ts';

/**
 * The loaded pages of a list with the queued operations applied to them.
 * @param sought the id of a task of the list that may be beyond these pages.
 */
export function useTasks(source: TaskSource, filter: TaskFilter, sought?: string) {
  const list = useTaskPages(source, filter);
  const { id, username } = useCurrentUser();
  const queued = useQueued('task', list.data);
  const pages = list.data?.pages;
  const found = trpc.task.get.useQuery({ id: sought ?? '' }, { enabled: !!sought }).data;
  const listed = { ...filter, source, me: { id, username }, today: todayHere() };
  const known: Task[] | undefined = pages?.flatMap(page => page.items);
  const isMissing = found && known && isOf(listed, found) && !known.some(task => task.id === found.id);
  if (isMissing) insert(known, found, filter.order);
  const folded: readonly Task[] | undefined = known && foldTasks(known, queued, listed);
  const across = useAcrossLists(queued.length > 0);
  const tasks = useShared(folded && across ? across.withMovedRows(folded, queued, listed) : folded);

  /** Does not cancel a running fetch, which may bring changed tasks. */
  function loadMore(): void {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) {
      void list.fetchNextPage({ cancelRefetch: false });
    }
  }

  return { ...list, tasks, loadMore };
}

/**
 * What queued operations do across the lists; null for nothing. Renders at each response of the server, which may have
 * some of them.
 */
export function useAcrossLists(isQueued: boolean) {
  useEffect(() => {
    if (isQueued) acrossLists.fetchEarly();
  }, [isQueued]);
  useSelector(responses, count => (isQueued ? count : 0));
  const module = useSelector(acrossLists.loaded);
  return isQueued ? module : null;
}

/** A page that has just started does not need it yet. */
export const acrossLists = createLazyModule(() => import('./across-lists.ts'));

export type Tasks = ReturnType<typeof useTasks>;
