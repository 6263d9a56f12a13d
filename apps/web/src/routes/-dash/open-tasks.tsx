import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import { whenVisible } from '../../data/live/visibility.ts';
import { queries, UNLESS_CHANGED } from '../../data/queries.ts';
import { NOT_SHOWN } from '../../data/query-client.ts';
import { MANAGER_LISTS } from '../../features/manager/manager-lists.ts';
import { acrossLists } from '../../features/task/list/use-tasks.ts';
import { TASK_LISTS } from '../../features/task/task-dashboard.tsx';
import {
  limit,
  proceduresOf,
  type TaskFilter,
  type TaskLists,
  type TaskSource,
  useTaskPages,
} from '../../features/task/task-source.ts';
import { watchChanges } from './watch-changes.ts';

const SOURCES = {
  mine: { lists: TASK_LISTS, list: queries.task.list },
  managed: { lists: MANAGER_LISTS, list: queries.manager.tasks },
} as const;

/**
 * Keeps the stored lists of open tasks up to date on every page: they become those of the next day, if the app opens
 * without a network then (rule 7.6). Shows nothing.
 */
export function OpenTasks({ source }: { source: keyof typeof SOURCES }) {
  const { lists } = SOURCES[source];
  const { counts } = proceduresOf(source);
  // Every change of a task makes the counts stale, also on a page that shows no tasks.
  counts.useQuery(undefined, { ...UNLESS_CHANGED, ...NOT_SHOWN });
  useEffect(() => {
    // The first change finds it loaded.
    acrossLists.fetchEarly();
    const load = () => whenVisible(`open tasks ${source}`, () => prefetchOpen(source));
    load();
    return watchChanges('task', getQueryKey(counts, undefined, 'query'), load);
  }, [source, counts]);
  return openOf(lists).map(({ id, order }) => <Kept key={id} source={source} filter={{ view: id, order }} />);
}

/** Keeps a list cached, without requests of its own: the counts need it until the server has what waits to be sent. */
function Kept({ source, filter }: { source: TaskSource; filter: TaskFilter }) {
  useTaskPages(source, filter, false);
  return null;
}

function prefetchOpen(source: keyof typeof SOURCES): void {
  const { lists, list } = SOURCES[source];
  for (const { id, order } of openOf(lists))
    void list.prefetchInfinite({ view: id, order, limit }, UNLESS_CHANGED);
}

/** The lists that the counts are about. */
function openOf(lists: TaskLists): TaskLists {
  return lists.filter(({ id }) => id !== 'complete');
}
