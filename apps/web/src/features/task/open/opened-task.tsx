import { plainDate, todayHere } from '../../../lib/dates.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { LazyView } from '../../../ui/status/lazy-view.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import { useEditDraft } from '../edit/edit-draft.ts';
import { editForm } from '../edit/edit-form.ts';
import { TaskRow } from '../list/task-row.tsx';
import { NoTask } from './no-task.tsx';
import { useTask } from './use-task.ts';

/** The task that a link opens, which may be on none of the reader's lists. */
export function OpenedTask({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useTask(id);
  const { task } = found;
  const { draft, edit } = useEditDraft(`task ${id}`);
  return (
    <Dialog open onClose={onClose} title="Task">
      {draft ? (
        <LazyView from={editForm}>{({ TaskEdit }) => <TaskEdit draft={draft} />}</LazyView>
      ) : task ? (
        <div className="-mx-3">
          <TaskRow
            task={task}
            dateOf={plainDate}
            today={todayHere()}
            onEdit={() => edit(task, task.may.assign)}
          />
        </div>
      ) : (
        <NoTask {...found} waiting={<Spinner delayed />} />
      )}
    </Dialog>
  );
}
