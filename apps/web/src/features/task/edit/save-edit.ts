import { dayOf, noonOf } from '@onus/contract/dates/calendar';
import { connection } from '../../../data/connection.ts';
import { dataOf } from '../../../data/fetch.ts';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import type { InputOf, Queued } from '../../../data/outbox/operation.ts';
import { forget } from '../../../data/outbox/state.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { rememberUndo } from '../../../lib/undo.ts';
import { shortened } from '../../../lib/words/text.ts';
import { toastError } from '../../../ui/toast/toast.tsx';
import { knownPeople } from '../known-people.ts';
import { sayEdit } from '../move/moved-by-edit.ts';
import type { Task } from '../task.ts';
import { type EditDraft, onScreen, opened, TYPED, valuesOf } from './edit-draft.ts';
import { changedFields, problemIn, problemInDay } from './rule-changes.ts';

type Update = InputOf<'task.update'>;

/** The row shows the changes at once. If the server refuses them, the form opens again with the typed values. */
export function saveEdit(draft: EditDraft): void {
  const problem = missingIn(draft);
  if (problem) {
    opened.set({ ...draft, problem });
    return;
  }
  closeEdit(draft);
  void saveChanges(draft);
}

export function closeEdit({ refused }: EditDraft): void {
  if (refused) void forget(refused);
  opened.set(null);
}

/** Assigned people are an operation of their own: two people who assign at the same time both succeed. */
async function saveChanges(draft: EditDraft): Promise<void> {
  const [update, assign] = [updateOf(draft), assignOf(draft)];
  const options = {
    about: draft.task.title,
    refused: (error: Error, refused: Queued) => {
      reopen({ ...draft, refused }, error);
      return true;
    },
  };
  const isStored =
    (Object.keys(update).length === 1 || (await enqueue('task.update', update, options))) &&
    (!assign ||
      (await enqueue('task.assign', assign, { ...options, people: knownPeople(assign.add ?? []) })));
  if (isStored) {
    rememberEdit(draft.task, update);
    sayEdit(draft.task, update, assign);
  } else if (opened.get() === null) opened.set(draft);
}

/** The keys undo it. What takes the row to another list is an action of its own, which a toast can undo. */
function rememberEdit(task: Task, { id, dueDate: _day, was: _was, basedOn: _row, ...changes }: Update): void {
  const fields = Object.keys(changes);
  if (fields.length === 0) return;
  rememberUndo(
    `“${shortened(task.title)}” changed`,
    () => void enqueue('task.update', { id, ...formerOf(task, fields), was: changes }, { about: task.title }),
  );
}

function formerOf(task: Task, fields: readonly string[]): Partial<Update> {
  return Object.fromEntries(fields.map(field => [field, task[field as keyof Task]]));
}

/** The people that were added and removed in the form; null if there are none. */
function assignOf({ task, assignees }: EditDraft): InputOf<'task.assign'> | null {
  const before = task.assignees.map(({ id }) => id);
  const add = (assignees ?? before).filter(id => !before.includes(id));
  const remove = before.filter(id => assignees && !assignees.includes(id));
  return add.length + remove.length > 0 ? { id: task.id, add, remove } : null;
}

/** The list cannot show a task without a title and a date, so the form checks them first. */
function missingIn(draft: EditDraft): string | null {
  if (draft.title.trim() === '') return 'Title is required';
  return problemInDay(draft.day) ?? (draft.mayRepeat ? problemIn(draft) : null);
}

/** Only the fields that were changed in the form, so that changes of other fields by other people stay. */
function updateOf(draft: EditDraft): Update {
  const { task, day, time, basedOn } = draft;
  const changes = {
    ...changedIn(draft),
    // An unchanged date keeps the time that another client may have set.
    ...(day !== dayOf(task.dueDate) && { dueDate: day && noonOf(day) }),
    ...(time !== (task.dueTime ?? '') && { dueTime: time || null }),
    ...(draft.mayRepeat && changedFields(draft, task)),
  };
  if (Object.keys(changes).length === 0) return { id: task.id };
  // Online, a conflict with another person's edit is refused, and the form opens again. Offline, the last edit to arrive
  // wins, and the app offers the value that it replaced.
  if (basedOn !== null && connection.get() === 'live') return { id: task.id, ...changes, basedOn };
  return { id: task.id, ...changes, was: formerOf(task, Object.keys(changes)) };
}

function changedIn(draft: EditDraft): Partial<Pick<EditDraft, (typeof TYPED)[number]>> {
  return valuesOf(
    draft,
    TYPED.filter(name => draft[name] !== draft.task[name]),
  );
}

/** Opens the form again. If it would not be visible, or another form is open, a toast leads back to it. */
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
  // Of a refused edit of a task it is that task.
  return dataOf(error)?.newest as Task | undefined;
}
