import { noonOf } from '@onus/contract/calendar';
import type { QuickEntry } from '@onus/contract/quick-entry';
import { useMutation } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { useCurrentUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { forgetLine, returnLine, type SentLine } from './quick-draft.ts';
import { useFindPeople } from './quick-people.ts';
import { quickReader } from './quick-reader.ts';

/** Saves lines one after another, in the order in which they were typed. */
export function useQuickSave(): (line: SentLine) => void {
  const { client } = trpc.useUtils();
  const { id: me } = useCurrentUser();
  const findPeople = useFindPeople();
  return useMutation({
    mutationKey: getMutationKey(trpc.task.create),
    scope: { id: 'quick add' },
    async mutationFn({ id, text, plain, today, assignTo }: SentLine) {
      const [{ readQuickEntry }, people] = await Promise.all([quickReader.fetch(), findPeople(text)]);
      const entry = readQuickEntry(text, { today, people, me, plain });
      return client.task.create.mutate(taskOf(id, entry, assignTo));
    },
    onSuccess(_task, { id }) {
      toastSuccess('Task Created');
      forgetLine(id);
    },
    onError: (error, { id }) => returnLine(id, error),
  }).mutate;
}

function taskOf(id: string, entry: QuickEntry, assignTo: readonly string[]) {
  const { title, day, recurrenceType, interval, endDay } = entry;
  const assignees = entry.assignees.length > 0 ? entry.assignees : [...assignTo];
  const task = { id, title, dueDate: noonOf(day), assignees };
  if (recurrenceType === 'none') return task;
  const end = endDay ? { recurrenceEndDate: noonOf(endDay) } : {};
  return { ...task, recurrenceType, recurrenceInterval: interval, ...end };
}
