import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { PeopleSelect } from '../../ui/people-select.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { NOBODY } from './no-messages.tsx';

interface CreateThreadDialogProps {
  open: boolean;
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** The first words to one or more people; who has a thread already goes on in it (decision 5.6). */
export function CreateThreadDialog({ open, onClose, onCreated }: CreateThreadDialogProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const [search, setSearch] = useState('');
  const people = trpc.chat.people.useQuery(
    { search, limit: 100 },
    { enabled: open, placeholderData: keepPreviousData },
  ).data;
  const start = trpc.chat.start.useMutation({
    onSuccess(threads) {
      if (threads.length > 1) toastSuccess(`Sent to ${threads.length} people`);
      close();
      if (threads[0]) onCreated(threads[0].id);
    },
    onError: error => toastError(messageOf(error)),
  });
  const ready = draft.users.length > 0 && draft.message.trim() !== '';

  function close(): void {
    setDraft(emptyDraft());
    setSearch('');
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Create Thread"
      description="Everyone you choose gets a thread of their own with you."
      onSubmit={() => ready && start.mutate(draft)}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" busy={start.isPending} disabled={!ready}>
            Send
          </Button>
        </>
      }
    >
      {search === '' && people?.items.length === 0 ? (
        <p className="text-ink-soft">{NOBODY}</p>
      ) : (
        <div className="flex flex-col gap-5">
          <PeopleSelect
            label="Assign to:"
            found={people}
            search={search}
            onSearch={setSearch}
            value={draft.users}
            onChange={users => setDraft(current => ({ ...current, users }))}
            empty=""
          />
          <TextArea
            label="Message"
            value={draft.message}
            onChange={event => setDraft({ ...draft, message: event.target.value })}
          />
        </div>
      )}
    </Dialog>
  );
}

/** The id is made with the draft, so that sending it twice makes each thread once (decision 4.10). */
function emptyDraft() {
  return { id: uuid(), users: [] as string[], message: '' };
}
