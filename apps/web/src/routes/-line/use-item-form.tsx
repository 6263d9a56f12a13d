import type { QuickItem } from '@onus/contract/quick-line/item';
import { useState } from 'react';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { LazyDialog } from '../../ui/status/lazy-view.tsx';

/** The form in which a line goes on as an item. */
export function useItemForm(onSaved: () => void) {
  const [item, setItem] = useState<{ entry: QuickItem | null; isOpen: boolean } | null>(null);
  const close = () => setItem(item && { ...item, isOpen: false });
  return {
    open: (entry: QuickItem | null) => setItem({ entry, isOpen: true }),
    dialog: item && (
      <LazyDialog from={addItem} open={item.isOpen} onClose={close}>
        {({ AddItemDialog }) => (
          <AddItemDialog
            key={item.entry?.name}
            open={item.isOpen}
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
