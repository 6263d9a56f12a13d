import type { QuickItem } from '@onus/contract/quick-line/item';
import { useEffect, useState } from 'react';
import { useCurrentUser } from '../../data/session.ts';
import { LINE_TASK } from '../../features/frame/line-form.ts';
import { useQuickDraft } from '../../features/task/quick-add/quick-draft.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useHistoryDialog } from '../../ui/overlay/use-history-dialog.ts';
import { LazyDialog, toastMissing } from '../../ui/status/lazy-view.tsx';
import { lineKind } from './kinds.ts';
import { Line, type LineForm } from './line.tsx';
import { useLinePage } from './use-line-page.ts';

interface LineDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The line that every page opens (rule 20.16): it adds tasks and items, writes messages, and finds all of them. */
export function LineDialog({ open, onClose }: LineDialogProps) {
  const me = useCurrentUser().id;
  const page = useLinePage();
  const line = useQuickDraft('everywhere');
  const task = useHistoryDialog(LINE_TASK);
  const [item, setItem] = useState<{ entry: QuickItem | null; isOpen: boolean } | null>(null);
  const isEmpty = line.draft.text === '';
  useEffect(() => {
    // The next page chooses again.
    if (!open && isEmpty) lineKind.set(null);
  }, [open, isEmpty]);

  /** The first Escape clears the line. */
  function clear(event: KeyboardEvent): boolean {
    if (isEmpty || event.isComposing) return event.isComposing;
    line.change('');
    return true;
  }

  async function openForm(form: LineForm): Promise<void> {
    onClose();
    if (form.kind === 'item') return setItem({ entry: form.entry, isOpen: true });
    task.open();
    const { continueLine } = await addTask.fetch();
    if (form.entry) continueLine(me, line.draft.text, form.entry);
  }

  const closeItem = () => setItem(item && { ...item, isOpen: false });
  // Cancel leaves the text in the line.
  const onSaved = () => line.change('');
  return (
    <>
      <Dialog open={open} onClose={onClose} onEscape={clear} title="Add or find">
        <Line
          line={line}
          page={page}
          onLeave={onClose}
          onForm={form => void openForm(form).catch(toastMissing)}
        />
      </Dialog>
      <LazyDialog from={addTask} open={task.isOpen} onClose={task.close}>
        {({ AddTaskDialog }) => (
          <AddTaskDialog open={task.isOpen} onClose={task.close} onSaved={onSaved} assignTo={page.assignTo} />
        )}
      </LazyDialog>
      {item && (
        <LazyDialog from={addItem} open={item.isOpen} onClose={closeItem}>
          {({ AddItemDialog }) => (
            <AddItemDialog
              key={item.entry?.name}
              open={item.isOpen}
              onClose={closeItem}
              onSaved={onSaved}
              {...(item.entry && { entry: item.entry })}
            />
          )}
        </LazyDialog>
      )}
    </>
  );
}

const addTask = createLazyModule(() => import('../../features/task/edit/add-task-dialog.tsx'));
const addItem = createLazyModule(() => import('../../features/grocery/add-item-dialog.tsx'));
