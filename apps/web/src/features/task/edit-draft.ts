import { dayOf, noonOf } from '@onus/contract/calendar';
import { TRPCClientError } from '@trpc/client';
import { useEffect } from 'react';
import { createKeptStore } from '../../lib/kept-store.ts';
import { messageOf } from '../../lib/message.ts';
import { shortened } from '../../lib/text.ts';
import { useCurrentUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { toastError } from '../../ui/toast.tsx';
import { asUpdate, type Task } from './task.ts';

/** A task in edit mode, with what was typed so far. What others change does not reach it. */
export interface EditDraft {
  /** Who edits it, and in which list. */
  owner: string;
  list: string;
  /** As it was when Edit was pressed. */
  task: Task;
  title: string;
  text: string;
  day: string;
  /** Null where people are not chosen. */
  assignees: readonly string[] | null;
  basedOn: string;
  /** Why it was not saved. */
  problem: string | null;
}

/** One task at a time is in edit mode, on whichever page; what was typed is there after a reload. */
const opened = createKeptStore<EditDraft | null>('task-edit', null);

/** The lists one looks at. */
const onScreen = new Set<string>();

/** The task of a list that is in edit mode, and what its form does. */
export function useEditDraft(list: string) {
  const { id: owner } = useCurrentUser();
  const current = opened.use();
  const draft = current?.owner === owner && current.list === list ? current : null;
  const update = trpc.task.update.useMutation();

  useEffect(() => {
    onScreen.add(list);
    return () => void onScreen.delete(list);
  }, [list]);

  function edit(task: Task, mayAssign: boolean): void {
    const assignees = mayAssign ? task.assignees.map(one => one.id) : null;
    const { title, text, dueDate, updatedAt: basedOn } = task;
    opened.set({ owner, list, task, title, text, day: dayOf(dueDate), assignees, basedOn, problem: null });
  }

  function change(typed: Partial<EditDraft>): void {
    if (draft) opened.set({ ...draft, ...typed });
  }

  /** The row shows what was saved at once; refused, the form is back with everything typed. */
  function save(): void {
    if (!draft) return;
    opened.set(null);
    update.mutateAsync(updateOf(draft)).catch((error: unknown) => reopen(draft, error));
  }

  return { draft, edit, change, save, cancel: () => opened.set(null) };
}

function updateOf({ task, title, text, day, assignees, basedOn }: EditDraft) {
  // A date that was not touched keeps the time it was given by another client.
  const dueDate = day === dayOf(task.dueDate) ? task.dueDate : day && noonOf(day);
  const people = assignees ? { assignees: [...assignees] } : {};
  return { ...asUpdate(task), completed: undefined, title, text, dueDate, ...people, basedOn };
}

/** Where the form cannot be seen, or another is open by now, a toast says so and leads back to it. */
function reopen(draft: EditDraft, error: unknown): void {
  const newest = newestOf(error);
  const problem = newest
    ? `${messageOf(error)}: it now reads “${newest.title}”. Save again to keep your version, or cancel.`
    : messageOf(error);
  const refused = { ...draft, basedOn: newest?.updatedAt ?? draft.basedOn, problem };
  const isFree = opened.get() === null;
  if (isFree) opened.set(refused);
  if (isFree && onScreen.has(draft.list)) return;
  toastError(`“${shortened(draft.title)}” was not saved: ${messageOf(error)}`, {
    label: 'Edit',
    onClick: () => opened.set(refused),
  });
}

function newestOf(error: unknown): Task | undefined {
  return error instanceof TRPCClientError ? error.data?.newest : undefined;
}
