import { useEffect } from 'react';
import { useCurrentUser } from '../data/session.ts';
import { Later } from '../features/frame/later.tsx';
import { MANAGER_LISTS } from '../features/manager/manager-lists.ts';
import { TASK_LISTS } from '../features/task/task-dashboard.tsx';
import { prefetchTaskPage, type TaskLists } from '../features/task/task-source.ts';

/** What the dash area needs some seconds after its start. */
export function AfterStart() {
  const { isManager } = useCurrentUser();
  useEffect(() => {
    prefetchOpenTasks('mine', TASK_LISTS);
    if (isManager) prefetchOpenTasks('managed', MANAGER_LISTS);
  }, [isManager]);
  return <Later />;
}

/** The lists that become those of the next day, if the app opens without a network then (rule 7.6). */
function prefetchOpenTasks(source: 'mine' | 'managed', lists: TaskLists): void {
  for (const view of ['today', 'overdue', 'upcoming']) prefetchTaskPage(source, lists, view);
}
