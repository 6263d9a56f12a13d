import { useEffect } from 'react';
import { whenVisible } from '../../data/live/visibility.ts';
import { useCurrentUser } from '../../data/session/session.ts';
import { prefetchThreads } from '../../features/chat/threads/use-threads.ts';
import { Later } from '../../features/frame/later.tsx';
import { prefetchGroceries } from '../../features/grocery/use-groceries.ts';
import { OpenTasks } from './open-tasks.tsx';

/** Some seconds after its start, the dash area loads what its other pages show without a network. */
export function AfterStart() {
  const { isManager } = useCurrentUser();
  useEffect(() => {
    whenVisible('after start', () => {
      prefetchGroceries();
      prefetchThreads();
    });
  }, []);
  return (
    <>
      <OpenTasks source="mine" />
      {isManager && <OpenTasks source="managed" />}
      <Later />
    </>
  );
}
