import type { Started } from '@onus/contract/fold/operation';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCurrentUser } from '../../../data/session/session.ts';
import { trpc } from '../../../data/trpc.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { createStoredAtom } from '../../../lib/stored-atom.ts';
import { useKeptForm } from '../../../lib/use-kept-form.ts';
import { TextArea } from '../../../ui/form/field.tsx';
import { PeopleSelect } from '../../../ui/form/people-select.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { FIRST } from '../send/recipients.ts';
import { startThread } from '../send/start-thread.ts';
import { NO_ONE } from './no-messages.tsx';

type Person = Started['with'];

interface Draft {
  /** The id of the person who types it. */
  owner: string;
  people: readonly Person[];
  message: string;
}

/** What was typed. It survives a reload and the end of the session. */
const draft = createStoredAtom<Draft | null>('onus.create-thread', null);

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
  const { id: me } = useCurrentUser();
  const form = useKeptForm(draft, () => emptyDraft(me));
  const { people, message } = form.values;
  const [search, setSearch] = useState('');
  const [busy, setBusy] = useState(false);
  const { data: found, failureReason } = usePeople(search, open);
  const known = useKnownPeople(found?.items, people);

  function close(): void {
    setBusy(false);
    form.reset();
    setSearch('');
    onClose();
  }

  /** One operation for each person: a refusal of one does not hold back the others. */
  async function send(): Promise<void> {
    let sent = 0;
    setBusy(true);
    for (const [index, person] of people.entries()) {
      const id = await startThread(person, message, (started, stored) => {
        onStored(started, stored);
        sent += 1;
        if (sent === people.length && sent > 1) toastSuccess(`Sent to ${sent} people`);
      });
      if (id === null) {
        setBusy(false);
        return form.change({ people: people.slice(index) });
      }
      if (index === 0) onCreated(id, person.id);
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
      ready={people.length > 0 && message.trim() !== ''}
      submitLabel="Send"
    >
      {search === '' && found?.items.length === 0 ? (
        <p className="text-ink-soft">{NO_ONE}</p>
      ) : (
        <div className="flex flex-col gap-5">
          {!found && failureReason && <ErrorNote message={messageOf(failureReason)} />}
          <PeopleSelect
            label="Assign to:"
            found={found}
            search={search}
            onSearch={setSearch}
            value={people.map(({ id }) => id)}
            onChange={ids => form.change({ people: ids.flatMap(id => known.get(id) ?? []) })}
            others={people.map(({ id, username }) => ({ id, label: username }))}
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

/** Every person that the search has found while the dialog is open, and those chosen before. */
function useKnownPeople(
  found: readonly Person[] | undefined,
  chosen: readonly Person[],
): ReadonlyMap<string, Person> {
  const [known] = useState(() => new Map(chosen.map(person => [person.id, person])));
  useEffect(() => {
    for (const person of found ?? []) known.set(person.id, person);
  }, [known, found]);
  return known;
}

function emptyDraft(owner: string): Draft {
  return { owner, people: [], message: '' };
}
