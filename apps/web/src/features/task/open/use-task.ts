import { foldTasks } from '@onus/contract/fold/task';
import { isGone } from '../../../data/fetch.ts';
import { useQueued } from '../../../data/outbox/use-outbox.ts';
import { POLLED } from '../../../data/query-client.ts';
import { useCurrentUser } from '../../../data/session/session.ts';
import { trpc } from '../../../data/trpc.ts';
import { todayHere } from '../../../lib/dates.ts';
import type { Task } from '../task.ts';

/** One task with the queued operations applied to it; null if there is none that the reader may see. */
export function useTask(id: string) {
  const { data, error, refetch } = trpc.task.get.useQuery({ id }, POLLED);
  const me = useCurrentUser();
  const queued = useQueued('task', data);
  const isMissing = isGone(error);
  const known: readonly Task[] = data && !isMissing ? [data] : [];
  const all = { source: 'managed', view: 'all', order: 'asc', me, today: todayHere() } as const;
  const task = foldTasks(known, queued, all).find(one => one.id === id);
  return { task: task ?? (data || isMissing ? null : undefined), error, refetch };
}
