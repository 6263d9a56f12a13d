import { enqueue } from '../../../data/outbox/enqueue.ts';
import { type SentLine, sentLines } from '../../../data/outbox/lines.ts';
import { useCurrentUser } from '../../../data/session/session.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { forgetLine, returnLine } from './quick-draft.ts';
import { useFindPeople } from './quick-people.ts';
import { quickReader, READING } from './quick-reader.ts';

/** The end of the earlier lines; null once they are stored. */
let before: Promise<void> | null = null;

/**
 * Saves lines one after another, in the order in which they were typed. If nothing has to be waited for, the task is in its
 * list before this returns, and is rendered together with the empty field.
 */
export function useQuickSave(): (line: SentLine) => void {
  const { id: me } = useCurrentUser();
  const findPeople = useFindPeople();

  async function save({ id, text, plain, today, assignTo }: SentLine): Promise<void> {
    const { readQuickEntry, createOf, addedTo, rememberAdded } =
      quickReader.loaded.get() ?? (await quickReader.fetch());
    const named = findPeople(text);
    const people = named instanceof Promise ? await named : named;
    const entry = readQuickEntry(text, { ...READING, today, people, me, plain });
    // Discarded, or the person has logged out.
    if (!sentLines.get().some(line => line.id === id)) return;
    if (entry.title.trim() === '') throw new Error('Title is required');
    const [input, known] = createOf(id, entry, assignTo);
    if (!(await enqueue('task.create', input, known))) throw new Error('Not saved');
    rememberAdded(id, entry.title);
    const isMine = input.assignees.includes(me);
    toastSuccess('Task Created', undefined, addedTo(entry.day, isMine ? [] : known.people));
    forgetLine(id);
  }

  return line => {
    const saved = (before ? before.then(() => save(line)) : save(line))
      .catch(error => returnLine(line.id, error))
      .then(() => {
        if (before === saved) before = null;
      });
    before = saved;
  };
}
