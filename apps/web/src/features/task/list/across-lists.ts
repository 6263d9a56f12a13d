import { newestOf, queuesOf, type ReadTasks, withMoved } from '@onus/contract/fold/across-lists/moved-tasks';
import { foldCounts } from '@onus/contract/fold/across-lists/task-counts';
import type { TaskCounts, TaskListed } from '@onus/contract/fold/task';
import type { InfiniteData } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { Queued } from '../../../data/outbox/operation.ts';
import { outbox } from '../../../data/outbox/state.ts';
import { queryClient } from '../../../data/query-client.ts';
import { requestTimeOf } from '../../../data/reads/request-times.ts';
import { whenDataGoes } from '../../../data/session/session.ts';
import type { Task } from '../task.ts';
import { proceduresOf, type TaskSource, tasksOf } from '../task-source.ts';

/** A folded list with the tasks that the queued operations move into it from the other lists of its source. */
export function withMovedRows(
  rows: readonly Task[],
  queued: readonly Queued[],
  listed: TaskListed,
): readonly Task[] {
  const operations = outbox.get();
  return withMoved(rows, newestKnown(listed.source, operations), queued, operations, listed);
}

/** By source: the tasks of the queue as a list last had them. */
const known = new Map<string, readonly ReadTasks<Task>[]>();

/** Another person may sign in here. */
whenDataGoes(() => known.clear());

/**
 * The tasks of the queue, each as the newest list had it. One that moves back at once is on no list for a moment: its own
 * has come without it, and that of its new date has not come with it.
 */
function newestKnown(source: TaskSource, operations: readonly Queued[]): readonly ReadTasks<Task>[] {
  const key = JSON.stringify(source);
  const ids = queuesOf(operations);
  const lists = [...(known.get(key) ?? []), ...cachedTasks(source)].map(({ rows, at }) => ({
    rows: rows.filter(({ id }) => ids.has(id)),
    at,
  }));
  const newest = [...newestOf(lists).values()].map(({ row, at }) => ({ rows: [row], at }));
  known.set(key, newest);
  return newest;
}

/** The counts of a source with the effect of the queued operations on new tasks and on those of its cached lists. */
export function withQueued<Counts extends TaskCounts>(
  counts: Counts | undefined,
  queued: readonly Queued[],
  list: Pick<TaskListed, 'me' | 'today' | 'source'>,
): Counts | undefined {
  if (!counts || queued.length === 0) return counts;
  const read = { counts, at: requestTimeOf(counts) };
  // Also the lists of the other tabs, because a change there changes the counts.
  return foldCounts(read, cachedTasks(list.source), queued, list);
}

/** Every cached list of a source. */
function cachedTasks(source: TaskSource): ReadTasks<Task>[] {
  const { list, of } = proceduresOf(source);
  const queryKey = getQueryKey(list, undefined, 'infinite');
  const cached = queryClient.getQueriesData<InfiniteData<{ items: readonly Task[] }>>({ queryKey });
  return cached.flatMap(([[, key], data]) =>
    data && userOf(key) === of?.userId ? [{ rows: tasksOf(data), at: requestTimeOf(data) }] : [],
  );
}

/** The person of a list of `member.tasks`, by the second part of its key. */
function userOf(part: unknown): string | undefined {
  return (part as { input?: { userId?: string } } | undefined)?.input?.userId;
}
