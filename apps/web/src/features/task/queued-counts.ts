import { foldCounts } from '@onus/contract/fold/across-lists/task-counts';
import type { TaskCounts, TaskListed } from '@onus/contract/fold/task';
import type { Queued } from '../../data/outbox/operation.ts';
import { requestTimeOf } from '../../data/reads/request-times.ts';
import { cachedTasks } from './list/moved-rows.ts';

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
