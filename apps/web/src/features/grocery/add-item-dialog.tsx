import { wholeCount } from '@onus/contract/amount';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { CountField } from './count-field.tsx';

/** Spec 2, Add Item dialog. Nothing is said of its backdrop: leaving it in any way is to cancel. */
export function AddItemDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [draft, setDraft] = useState(emptyDraft);
  const create = trpc.grocery.create.useMutation({
    onSuccess() {
      toastSuccess('Item Added');
      close();
    },
    onError: error => toastError(messageOf(error)),
  });

  function close(): void {
    setDraft(emptyDraft());
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Add Item"
      onSubmit={() => create.mutate({ ...draft, count: wholeCount(draft.count) })}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" busy={create.isPending}>
            Save Changes
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field
          label="Item Name"
          value={draft.name}
          onChange={event => setDraft({ ...draft, name: event.target.value })}
        />
        <CountField value={draft.count} onChange={count => setDraft(current => ({ ...current, count }))} />
      </div>
    </Dialog>
  );
}

/** The id is made with the draft, so that sending it twice makes one item (decision 4.10). */
function emptyDraft() {
  return { id: uuid(), name: '', count: '1' };
}
