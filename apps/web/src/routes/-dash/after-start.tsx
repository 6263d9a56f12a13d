import { useEffect, useState } from 'react';
import { whenVisible } from '../../data/live/visibility.ts';
import { recoverOutbox, sweepOutbox } from '../../data/outbox/sweep.ts';
import { useCurrentUser } from '../../data/session/session.ts';
import { Later } from '../../features/frame/later.tsx';
import { prefetchGroceries } from '../../features/grocery/use-groceries.ts';
import { OpenTasks } from './open-tasks.tsx';
import { OpenThreads } from './open-threads.tsx';

/**
 * Some seconds after its start, the dash area loads what its other pages show without a network, and deletes what was
 * kept too long.
 */
export function AfterStart() {
  const { id, isManager } = useCurrentUser();
  // The person may have left the tab in these seconds.
  const [wasVisible, setVisible] = useState(false);
  useEffect(() => {
    whenVisible('after start', () => {
      setVisible(true);
      prefetchGroceries();
    });
  }, []);
  useEffect(() => {
    recoverOutbox(id)
      .then(() => sweepOutbox(id))
      .catch(() => {});
  }, [id]);
  return (
    <>
      {wasVisible && <OpenTasks source="mine" />}
      {wasVisible && isManager && <OpenTasks source="managed" />}
      {wasVisible && <OpenThreads />}
      <Later />
    </>
  );
}
