import { useEffect } from 'react';
import { whenVisible } from '../../data/live/visibility.ts';
import { useCurrentUser } from '../../data/session.ts';
import { prefetchThreads } from '../../features/chat/threads/use-threads.ts';
import { Later } from '../../features/frame/later.tsx';
import { prefetchGroceries } from '../../features/grocery/use-groceries.ts';
import { MANAGER_LISTS } from '../../features/manager/manager-lists.ts';
import { TASK_LISTS } from '../../features/task/task-dashboard.tsx';
import { prefetchTaskPage, type TaskLists } from '../../features/task/task-source.ts';

/** Some seconds after its start, the dash area loads what its other pages show without a network. */
export function AfterStart() {
  const { isManager } = useCurrentUser();
  useEffect(() => {
    whenVisible('after start', () => {
      prefetchOpenTasks('mine', TASK_LISTS);
      prefetchGroceries();
      prefetchThreads();
      if (isManager) prefetchOpenTasks('managed', MANAGER_LISTS);
    });
  }, [isManager]);
  return <Later />;
}

/** The lists that become those of the next day, if the app opens without a network then (rule 7.6). */
function prefetchOpenTasks(source: 'mine' | 'managed', lists: TaskLists): void {
  for (const view of ['today', 'overdue', 'upcoming']) prefetchTaskPage(source, lists, view);
}
