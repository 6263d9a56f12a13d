import { foldCounts, type ReadTasks } from '@onus/contract/fold/across-lists/task-counts';
import type { TaskCounts, TaskListed } from '@onus/contract/fold/task';
import type { InfiniteData } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { Queued } from '../../data/outbox/operation.ts';
import { queryClient } from '../../data/query-client.ts';
import { requestTimeOf } from '../../data/reads/request-times.ts';
import { trpc } from '../../data/trpc.ts';
import type { Task } from './task.ts';
import { type TaskSource, tasksOf } from './task-source.ts';

/** The counts of a source with the effect of the queued operations on new tasks and on those of its cached lists. */
export function withQueued<Counts extends TaskCounts>(
  counts: Counts | undefined,
  queued: readonly Queued[],
  list: Pick<TaskListed, 'me' | 'today' | 'source'>,
): Counts | undefined {
  if (!counts || queued.length === 0) return counts;
  const read = { counts, at: requestTimeOf(counts) };
  return foldCounts(read, cachedTasks(list.source), queued, list);
}

/** Also the lists of the other tabs, because a change there changes the counts. */
function cachedTasks(source: TaskSource): ReadTasks[] {
  const memberId = typeof source === 'object' ? source.memberId : undefined;
  const list = memberId ? trpc.member.tasks : source === 'managed' ? trpc.manager.tasks : trpc.task.list;
  const queryKey = getQueryKey(list, undefined, 'infinite');
  const cached = queryClient.getQueriesData<InfiniteData<{ items: readonly Task[] }>>({ queryKey });
  return cached.flatMap(([[, key], data]) =>
    data && userOf(key) === memberId ? [{ rows: tasksOf(data), at: requestTimeOf(data) }] : [],
  );
}

/** The person of a list of `member.tasks`, by the second part of its key. */
function userOf(part: unknown): string | undefined {
  return (part as { input?: { userId?: string } } | undefined)?.input?.userId;
}
