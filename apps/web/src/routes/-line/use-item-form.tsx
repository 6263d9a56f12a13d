import type { QuickItem } from '@onus/contract/quick-line/item';
import { useState } from 'react';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { useHistoryDialog } from '../../ui/overlay/use-history-dialog.ts';
import { LazyDialog } from '../../ui/status/lazy-view.tsx';

/**
 * The form in which a line goes on as an item.
 * @param name of the dialog.
 */
export function useItemForm(name: string, onSaved: () => void) {
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
