import { wholeCount } from '@onus/contract/amount';
import type { QuickItem } from '@onus/contract/quick-line/item';
import { createAtom } from '@tanstack/react-store';
import { useRef, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { useCurrentUser } from '../../data/session/session.ts';
import { createStoredAtom } from '../../lib/stored-atom.ts';
import { useKeptForm } from '../../lib/use-kept-form.ts';
import { Field } from '../../ui/form/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { toastError, toastSuccess } from '../../ui/toast/toast.tsx';
import { addItem } from './actions/add-item.ts';
import { CountField } from './row/count-field.tsx';

/** The draft has an id, so that a retry creates no duplicate item (rule 4.10). */
interface Draft {
  /** The id of the person who types it. */
  owner: string;
  id: string;
  name: string;
  count: string;
  price?: string;
  section?: string;
}

/** What was typed. It survives a reload and the end of the session. */
const draft = createStoredAtom<Draft | null>('onus.add-item', null);

interface AddItemDialogProps {
  open: boolean;
  onClose: () => void;
  /** A line that the form continues. */
  entry?: QuickItem;
  onSaved?: () => void;
}

/** Rule 12, Add Item dialog. Backdrop and Escape cancel it. */
export function AddItemDialog({ open, onClose, entry, onSaved }: AddItemDialogProps) {
  const { id: me } = useCurrentUser();
  // A line that the form continues keeps its text itself.
  const [ofLine] = useState(() => createAtom<Draft | null>(null));
  const form = useKeptForm<Draft>(entry ? ofLine : draft, () => ({
    ...emptyDraft(me),
    ...(entry && fieldsOfLine(entry)),
  }));
  const name = useRef<HTMLInputElement>(null);

  function close(): void {
    form.reset();
    onClose();
  }

  /** The list cannot show an item without a name. The server validates everything else. */
  async function save(): Promise<void> {
    const { owner: _me, ...values } = form.values;
    if (values.name.trim() === '') {
      name.current?.focus();
      return toastError('Name is required');
    }
    if (!(await addItem({ ...values, count: wholeCount(values.count) }))) return;
    toastSuccess('Item Added');
    onSaved?.();
    close();
  }

  return (
    <FormDialog open={open} onClose={close} title="Add Item" onSubmit={() => void save()}>
      <div className="flex flex-col gap-5">
        <Field ref={name} label="Item Name" {...form.text('name')} />
        <CountField {...form.choice('count')} />
      </div>
    </FormDialog>
  );
}

function emptyDraft(owner: string): Draft {
  return { owner, id: uuid(), name: '', count: '1' };
}

/** The price and the section have no field in the form, and are kept. */
function fieldsOfLine({ name, count, price, section }: QuickItem) {
  return {
    name,
    count: String(count),
    ...(price !== null && { price }),
    ...(section !== null && { section }),
  };
}
