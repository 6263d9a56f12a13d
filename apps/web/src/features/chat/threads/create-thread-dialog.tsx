import type { Started } from '@onus/contract/fold/operation';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '../../../data/trpc.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { useForm } from '../../../lib/use-form.ts';
import { TextArea } from '../../../ui/form/field.tsx';
import { PeopleSelect } from '../../../ui/form/people-select.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { FIRST } from '../send/recipients.ts';
import { startThread } from '../send/start-thread.ts';
import { NO_ONE } from './no-messages.tsx';

interface CreateThreadDialogProps {
  open: boolean;
  onClose: () => void;
  /** @param id of the thread, unless there is a thread with that person already. */
  onCreated: (id: string, person: string) => void;
  /** @param stored the id that the server gave to the thread: the same, or that of an earlier thread. */
  onStored: (id: string, stored: string) => void;
}

/** Sends a message to one or more people, in existing threads where there are some (rule 5.6). */
export function CreateThreadDialog({ open, onClose, onCreated, onStored }: CreateThreadDialogProps) {
  const form = useForm(emptyDraft);
  const [search, setSearch] = useState('');
  const [busy, setBusy] = useState(false);
  const { data: people, failureReason } = usePeople(search, open);
  const known = useKnownPeople(people?.items);
  const ready = form.values.users.length > 0 && form.values.message.trim() !== '';

  function close(): void {
    setBusy(false);
    form.reset();
    setSearch('');
    onClose();
  }

  /** One operation for each person: a refusal of one does not hold back the others. */
  async function send(): Promise<void> {
    const { users, message } = form.values;
    let sent = 0;
    setBusy(true);
    for (const [index, person] of users.entries()) {
      const other = known.get(person);
      if (!other) continue;
      const id = await startThread(other, message, (started, stored) => {
        onStored(started, stored);
        sent += 1;
        if (sent === users.length && sent > 1) toastSuccess(`Sent to ${sent} people`);
      });
      if (id === null) {
        setBusy(false);
        return form.change({ users: users.slice(index) });
      }
      if (index === 0) onCreated(id, person);
    }
    close();
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Create Thread"
      description="Everyone you choose gets a thread of their own with you."
      onSubmit={() => void send()}
      busy={busy}
      ready={ready}
      submitLabel="Send"
    >
      {search === '' && people?.items.length === 0 ? (
        <p className="text-ink-soft">{NO_ONE}</p>
      ) : (
        <div className="flex flex-col gap-5">
          {!people && failureReason && <ErrorNote message={messageOf(failureReason)} />}
          <PeopleSelect
            label="Assign to:"
            found={people}
            search={search}
            onSearch={setSearch}
            {...form.choice('users')}
            empty=""
          />
          <TextArea label="Message" {...form.text('message')} />
        </div>
      )}
    </FormDialog>
  );
}

function usePeople(search: string, enabled: boolean) {
  const input = search === '' ? FIRST : { ...FIRST, search };
  return trpc.chat.people.useQuery(input, { enabled, placeholderData: keepPreviousData });
}

/** Every person that the search has found while the dialog is open. */
function useKnownPeople(found: readonly Started['with'][] | undefined): ReadonlyMap<string, Started['with']> {
  const [known] = useState(() => new Map<string, Started['with']>());
  useEffect(() => {
    for (const person of found ?? []) known.set(person.id, person);
  }, [known, found]);
  return known;
}

function emptyDraft() {
  return { users: [] as string[], message: '' };
}
