import type { QuickItem } from '@onus/contract/quick-line/item';
import { useState } from 'react';
import { useCurrentUser } from '../../data/session/session.ts';
import { LINE_TASK } from '../../features/frame/line-form.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { useHistoryDialog } from '../../ui/overlay/use-history-dialog.ts';
import { LazyDialog, toastMissing } from '../../ui/status/lazy-view.tsx';
import { addTask } from './add-task.ts';
import type { LineText } from './kinds.ts';
import type { LineForm } from './use-line-form.ts';

/**
 * The forms in which a line goes on. That of a task is in the dialog of the line (line-dialog.tsx).
 * @param itemName of the dialog with the form of an item.
 */
export function useForms(line: LineText, itemName: string) {
  const me = useCurrentUser().id;
  const task = useHistoryDialog(LINE_TASK);
  const item = useItemForm(itemName, () => line.change(''));

  async function open(form: LineForm): Promise<void> {
    if (form.kind === 'item') return item.open(form.entry);
    task.open();
    const { continueLine } = await addTask.fetch();
    if (form.entry) continueLine(me, line.draft.text, form.entry);
  }

  return { task, itemDialog: item.dialog, onForm: (form: LineForm) => void open(form).catch(toastMissing) };
}

function useItemForm(name: string, onSaved: () => void) {
  const { isOpen, open, close } = useHistoryDialog(name);
  const [item, setItem] = useState<{ entry: QuickItem | null } | null>(null);
  return {
    open(entry: QuickItem | null): void {
      setItem({ entry });
      open();
    },
    dialog: item && (
      <LazyDialog from={addItem} open={isOpen} onClose={close}>
        {({ AddItemDialog }) => (
          <AddItemDialog
            key={item.entry?.name}
            open={isOpen}
            onClose={close}
            onSaved={onSaved}
            {...(item.entry && { entry: item.entry })}
          />
        )}
      </LazyDialog>
    ),
  };
}

const addItem = createLazyModule(() => import('../../features/grocery/add-item-dialog.tsx'));
