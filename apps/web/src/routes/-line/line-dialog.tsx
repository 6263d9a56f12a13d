import { useEffect } from 'react';
import { useCurrentUser } from '../../data/session/session.ts';
import { forgetText } from '../../features/task/quick-add/quick-draft.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { LazyDialog } from '../../ui/status/lazy-view.tsx';
import { addTask } from './add-task.ts';
import { useLine } from './kinds.ts';
import { Line } from './line.tsx';
import { useForms } from './use-forms.tsx';
import { useLinePage } from './use-line-page.ts';

interface LineDialogProps {
  open: boolean;
  onClose: () => void;
}

/**
 * The line that every page opens (rule 20.16): it adds tasks and items, writes messages, and finds all of them. The form
 * in which a line goes on as a task is here for the lines above the lists too.
 */
export function LineDialog({ open, onClose }: LineDialogProps) {
  const me = useCurrentUser().id;
  const page = useLinePage();
  const line = useLine('everywhere');
  const { task, itemDialog, onForm } = useForms(line, 'line-item');
  const isEmpty = line.draft.text === '';
  const { kind, setKind } = line;
  const isOver = !open && isEmpty && kind !== null;
  useEffect(() => {
    // The next page chooses again.
    if (isOver) setKind(null);
  });

  /** The first Escape clears the line. */
  function clear(event: KeyboardEvent): boolean {
    if (isEmpty || event.isComposing) return event.isComposing;
    line.change('');
    return true;
  }

  return (
    <>
      <Dialog open={open} onClose={onClose} onEscape={clear} title="Add or find">
        <Line line={line} page={page} onLeave={() => line.change('')} onForm={onForm} />
      </Dialog>
      <LazyDialog from={addTask} open={task.isOpen} onClose={task.close}>
        {({ AddTaskDialog }) => (
          <AddTaskDialog
            open={task.isOpen}
            onClose={task.close}
            // Cancel leaves the text in the line.
            onSaved={typed => forgetText(me, typed)}
            assignTo={page.assignTo}
          />
        )}
      </LazyDialog>
      {itemDialog}
    </>
  );
}
