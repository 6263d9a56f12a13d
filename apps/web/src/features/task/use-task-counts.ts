import { useOperations } from '../../data/outbox/use-outbox.ts';
import { POLLED } from '../../data/query-client.ts';
import { useCurrentUser } from '../../data/session/session.ts';
import { todayHere } from '../../lib/dates.ts';
import { useAcrossLists } from './list/use-tasks.ts';
import { proceduresOf, type TaskSource, useOverdue } from './task-source.ts';

/**
 * The counts of open tasks for the tabs, and the overdue tasks.
 * @param order of the list of overdue tasks.
 * @param isWanted whether the page shows something of the overdue tasks.
 */
export function useTaskCounts(source: TaskSource, order: 'asc' | 'desc', isWanted: boolean) {
  const { id, username } = useCurrentUser();
  const list = { source, me: { id, username }, today: todayHere() };
  const { counts, of } = proceduresOf(source);
  const server = counts.useQuery(of as undefined, POLLED).data;
  const overdue = useOverdue(list, order, isWanted && (server?.overdue ?? 0) > 0);
  const queued = useOperations('task');
  const across = useAcrossLists(queued.length > 0);
  return { counts: across ? across.withQueued(server, queued, list) : server, overdue };
}
