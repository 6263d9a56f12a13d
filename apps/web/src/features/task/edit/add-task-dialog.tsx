import { noonOf } from '@onus/contract/dates/calendar';
import { NO_RULE } from '@onus/contract/dates/rule';
import type { QuickEntry } from '@onus/contract/quick-line/entry';
import { AlignLeft, Calendar, Clock, Repeat2, UsersRound } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { v7 as uuid } from 'uuid';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import { useCurrentUser } from '../../../data/session/session.ts';
import { todayHere } from '../../../lib/dates.ts';
import { createStoredAtom } from '../../../lib/stored-atom.ts';
import type { FormFields } from '../../../lib/use-form.ts';
import { useKeptForm } from '../../../lib/use-kept-form.ts';
import { addedTo } from '../../../lib/words/added-to.ts';
import { Field, TextArea } from '../../../ui/form/field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import { rememberAdded } from '../added-task.ts';
import { knownPeople } from '../known-people.ts';
import { DueDateField } from '../move/due-date-field.tsx';
import { AssignField } from './assign-field.tsx';
import { IconRow } from './icon-row.tsx';
import { draftOf, LAST_DAY, type RecurrenceDraft } from './recurrence-draft.ts';
import { RecurrenceFields } from './recurrence-fields.tsx';
import { changedFields, problemIn, problemInDay } from './rule-changes.ts';
import { TimeField } from './time-field.tsx';

interface Draft extends RecurrenceDraft {
  /** The id of the person who types it. */
  owner: string;
  /** Created with the draft, so that a retry creates no duplicate (rule 4.10). */
  id: string;
  title: string;
  text: string;
  /** HH:MM; empty for no time. */
  time: string;
  /** Whether there is a field for the time: a line can have one, and the form of the spec has none. */
  isTimed: boolean;
  /** The line that the form continues; empty for none. */
  line: string;
  /** Null until the user chooses people. Then `assignTo` applies. */
  assignees: readonly string[] | null;
}

interface AddTaskDialogProps {
  open: boolean;
  onClose: () => void;
  /** The preselected people. */
  assignTo?: readonly string[] | undefined;
  /** @param line the one that the form has continued; empty for none. */
  onSaved?: (line: string) => void;
}

/** What was typed. It survives Back and loading the page again. */
const draft = createStoredAtom<Draft | null>('onus.add-task', null);

/** The form goes on with what a line says, unless it does already. */
export function continueLine(owner: string, line: string, entry: QuickEntry): void {
  const known = draft.get();
  if (known?.owner !== owner || known.line !== line) draft.set({ ...draftOfLine(owner, entry), line });
}

/** Rule 12, Add Task dialog: only its buttons and Back close it, and its buttons clear it. */
export function AddTaskDialog({ open, onClose, assignTo = [], onSaved }: AddTaskDialogProps) {
  const { id: me, isManager, isAdmin } = useCurrentUser();
  const form = useKeptForm(draft, () => emptyDraft(me));
  const mayAssign = isManager || isAdmin;
  // The form of a former manager shows no people, so that the task has none of those that were chosen before.
  const assignees = mayAssign ? (form.values.assignees ?? assignTo) : [];
  const title = useRef<HTMLInputElement>(null);

  function close(): void {
    form.reset();
    onClose();
  }

  /** A row can be shown with a title and a date. The server validates all else. */
  async function save(): Promise<void> {
    const { values } = form;
    if (values.title.trim() === '') {
      title.current?.focus();
      return toastError('Title is required');
    }
    const problem = problemInDay(values.day) ?? problemIn(values);
    if (problem) return toastError(problem);
    const people = knownPeople(assignees);
    if (!(await enqueue('task.create', taskOf(values, assignees), { people }))) return;
    rememberAdded(values.id, values.title);
    toastSuccess('Task Created', undefined, addedTo(values.day, assignees.includes(me) ? [] : people));
    onSaved?.(values.line);
    close();
  }

  return (
    <FormDialog open={open} onClose={close} dismissable={false} title="Add Task" onSubmit={() => void save()}>
      <Fields form={form} title={title} mayAssign={mayAssign} assignees={assignees} />
    </FormDialog>
  );
}

interface FieldsProps {
  form: FormFields<Draft>;
  title: RefObject<HTMLInputElement | null>;
  mayAssign: boolean;
  assignees: readonly string[];
}

function Fields({ form, title, mayAssign, assignees }: FieldsProps) {
  const time = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col gap-5">
      <Field
        ref={title}
        label="Title"
        labelHidden
        look="title"
        placeholder="What needs doing?"
        {...form.text('title')}
      />
      <IconRow icon={<AlignLeft />}>
        <TextArea label="Description" {...form.text('text')} />
      </IconRow>
      <IconRow icon={<Calendar />}>
        <DueDateField {...form.choice('day')} />
      </IconRow>
      {form.values.isTimed && (
        <IconRow icon={<Clock />}>
          <TimeField input={time} {...form.choice('time')} />
        </IconRow>
      )}
      <IconRow icon={<Repeat2 />}>
        <RecurrenceFields form={form} />
      </IconRow>
      {mayAssign && (
        <IconRow icon={<UsersRound />}>
          <AssignField value={assignees} onChange={chosen => form.change({ assignees: chosen })} />
        </IconRow>
      )}
    </div>
  );
}

function emptyDraft(owner: string): Draft {
  return {
    owner,
    id: uuid(),
    title: '',
    text: '',
    time: '',
    isTimed: false,
    line: '',
    ...draftOf(todayHere()),
    assignees: null,
  };
}

function draftOfLine(owner: string, entry: QuickEntry): Draft {
  const { title, day, endDay, recurrenceType, assignees } = entry;
  return {
    ...emptyDraft(owner),
    title,
    day,
    time: entry.dueTime ?? '',
    isTimed: entry.dueTime !== null,
    recurrenceType,
    interval: entry.recurrenceInterval,
    days: entry.recurrenceDays,
    every: entry.recurrenceEvery,
    from: entry.recurrenceFrom,
    isLastDay: entry.recurrenceAnchor === LAST_DAY,
    endDay: endDay ?? '',
    assignees: assignees.length > 0 ? assignees : null,
  };
}

/** Sends assignees only if there are any, and recurrence fields only with a recurrence (rule 13). */
function taskOf(draft: Draft, assignees: readonly string[]) {
  const { id, title, text, day, time, recurrenceType, interval } = draft;
  const people = assignees.length > 0 ? { assignees: [...assignees] } : {};
  const task = { id, title, text, dueDate: noonOf(day), ...(time && { dueTime: time }), ...people };
  if (recurrenceType === 'none') return task;
  return { ...task, recurrenceType, recurrenceInterval: interval, ...changedFields(draft, NO_RULE) };
}
