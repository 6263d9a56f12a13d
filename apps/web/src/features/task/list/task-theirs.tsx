import { useTheirs } from '../../../data/outbox/theirs.ts';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { LazyView } from '../../../ui/status/lazy-view.tsx';
import type { Task } from '../task.ts';

/** What other people wrote at the same time. Few rows have any, so only those load it. */
export function TaskTheirs({ task }: { task: Task }) {
  const theirs = useTheirs('task', task);
  if (theirs.length === 0) return null;
  return (
    <LazyView from={notes} waiting={null}>
      {({ TheirsNotes }) => <TheirsNotes task={task} theirs={theirs} />}
    </LazyView>
  );
}

const notes = createLazyModule(() => import('./theirs-notes.tsx'));
