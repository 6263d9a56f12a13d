import { useState } from 'react';
import { useCurrentUser } from '../../../data/session/session.ts';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { LazyDialog } from '../../../ui/status/lazy-view.tsx';
import { countOfTasks } from '../move/move-many.ts';
import { useMoveItems } from '../move/move-menu.tsx';
import type { Task } from '../task.ts';
import { areComplete, completeTasks, deleteTasks, earliestOf, moveTasks } from './task-batch.ts';

/** What the bar and the keys do with the selected tasks. @param onDone called before an action: it ends the selection. */
export function useSelectionActions(tasks: readonly Task[], onDone: () => void) {
  const { isManager, isAdmin } = useCurrentUser();
  const [assigned, setAssigned] = useState<readonly Task[] | null>(null);
  const move = useMoveItems(countOfTasks(tasks.length), earliestOf(tasks), day => {
    onDone();
    void moveTasks(tasks, day);
  });

  function then(act: (some: readonly Task[]) => Promise<void>): () => void {
    return () => {
      onDone();
      void act(tasks);
    };
  }

  return {
    isReopening: areComplete(tasks),
    mayEdit: tasks.some(({ may }) => may.edit),
    mayAssign: (isManager || isAdmin) && tasks.some(({ may }) => may.assign),
    mayDelete: tasks.some(({ may }) => may.delete),
    complete: then(completeTasks),
    erase: then(deleteTasks),
    moves: move.items,
    assign: () => setAssigned(tasks),
    dialogs: (
      <>
        {move.dialog}
        <LazyDialog from={people} open={assigned !== null} onClose={() => setAssigned(null)}>
          {({ AssignDialog }) =>
            assigned && <AssignDialog tasks={assigned} onDone={onDone} onClose={() => setAssigned(null)} />
          }
        </LazyDialog>
      </>
    ),
  };
}

export type SelectionActions = ReturnType<typeof useSelectionActions>;

const people = createLazyModule(() => import('./assign-dialog.tsx'));
