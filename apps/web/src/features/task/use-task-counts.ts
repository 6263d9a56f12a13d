import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { useOperations } from '../../data/outbox/use-outbox.ts';
import { POLLED } from '../../data/query-client.ts';
import { useCurrentUser } from '../../data/session/session.ts';
import { trpc } from '../../data/trpc.ts';
import { todayHere } from '../../lib/dates.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { type TaskSource, useOverdue } from './task-source.ts';

/**
 * The counts of open tasks for the tabs, and the overdue tasks.
 * @param order of the list of overdue tasks.
 * @param isWanted whether the page shows something of the overdue tasks.
 */
export function useTaskCounts(source: TaskSource, order: 'asc' | 'desc', isWanted: boolean) {
  const { id, username } = useCurrentUser();
  const list = { source, me: { id, username }, today: todayHere() };
  const server = useCounts(source);
  const overdue = useOverdue(list, order, isWanted && (server?.overdue ?? 0) > 0);
  const queued = useOperations('task');
  const module = useSelector(queuedCounts.loaded);
  const isQueued = queued.length > 0;
  useEffect(() => {
    if (isQueued) queuedCounts.fetchEarly();
  }, [isQueued]);
  return { counts: module ? module.withQueued(server, queued, list) : server, overdue };
}

/** A page that has just started does not need it yet. */
export const queuedCounts = createLazyModule(() => import('./queued-counts.ts'));

function useCounts(source: TaskSource) {
  const memberId = typeof source === 'object' ? source.memberId : '';
  const mine = trpc.task.counts.useQuery(undefined, { ...POLLED, enabled: source === 'mine' });
  const managed = trpc.manager.counts.useQuery(undefined, { ...POLLED, enabled: source === 'managed' });
  const theirs = trpc.member.counts.useQuery({ userId: memberId }, { ...POLLED, enabled: memberId !== '' });
  return (memberId && theirs.data) || (source === 'managed' ? managed.data : mine.data);
}
