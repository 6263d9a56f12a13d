import { noonOf } from '@onus/contract/calendar';
import type { RecurrenceType } from '@onus/contract/recurrence';
import { AlignLeft, CalendarDays, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { todayHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/message.ts';
import { useCurrentUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DateField, Field, TextArea } from '../../ui/field.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { AssignField } from './assign-field.tsx';
import { RecurrenceFields } from './recurrence-fields.tsx';

export interface Draft {
  /** Made with the draft, so that sending it twice makes one task (decision 4.10). */
  id: string;
  title: string;
  text: string;
  day: string;
  recurrenceType: RecurrenceType;
  interval: number;
  /** Empty means that the series has no end. */
  endDay: string;
  /** Null until a person is chosen: until then it is the person the page is about. */
  assignees: readonly string[] | null;
}

interface AddTaskDialogProps {
  open: boolean;
  onClose: () => void;
  /** Who is chosen before anybody is. */
  assignTo?: readonly string[] | undefined;
}

/** Spec 2, Add Task dialog: only its buttons close it, and both leave it empty. */
export function AddTaskDialog({ open, onClose, assignTo = [] }: AddTaskDialogProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const assignees = draft.assignees ?? assignTo;
  const create = trpc.task.create.useMutation({
    onSuccess() {
      toastSuccess('Task Created');
      close();
    },
    onError: error => toastError(messageOf(error)),
  });

  function set(changed: Partial<Draft>): void {
    setDraft(current => ({ ...current, ...changed }));
  }

  function close(): void {
    setDraft(emptyDraft());
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      dismissable={false}
      title="Add Task"
      onSubmit={() => create.mutate(taskOf(draft, assignees))}
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
      <Fields draft={draft} assignees={assignees} onChange={set} />
    </Dialog>
  );
}

/** A field with the sign of what it is about in the margin. */
export function IconRow({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <span aria-hidden="true" className="mt-9 text-ink-soft [&_svg]:size-5">
        {icon}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-4">{children}</div>
    </div>
  );
}

interface FieldsProps {
  draft: Draft;
  assignees: readonly string[];
  onChange: (changed: Partial<Draft>) => void;
}

function Fields({ draft, assignees, onChange }: FieldsProps) {
  const { isManager, isAdmin } = useCurrentUser();
  return (
    <div className="flex flex-col gap-5">
      <Field
        label="Title"
        labelHidden
        look="title"
        placeholder="What is to be done?"
        value={draft.title}
        onChange={event => onChange({ title: event.target.value })}
      />
      <IconRow icon={<AlignLeft />}>
        <TextArea
          label="Description"
          value={draft.text}
          onChange={event => onChange({ text: event.target.value })}
        />
      </IconRow>
      <IconRow icon={<CalendarDays />}>
        <DateField
          label="Due Date"
          value={draft.day}
          onChange={event => onChange({ day: event.target.value })}
        />
      </IconRow>
      <RecurrenceFields draft={draft} onChange={onChange} />
      {(isManager || isAdmin) && (
        <IconRow icon={<UsersRound />}>
          <AssignField value={assignees} onChange={chosen => onChange({ assignees: chosen })} />
        </IconRow>
      )}
    </div>
  );
}

function emptyDraft(): Draft {
  return {
    id: uuid(),
    title: '',
    text: '',
    day: todayHere(),
    recurrenceType: 'none',
    interval: 1,
    endDay: '',
    assignees: null,
  };
}

/** People only when there are any, and only what a recurrence needs with one (spec 3). */
function taskOf(draft: Draft, assignees: readonly string[]) {
  const { id, title, text, day, recurrenceType, interval, endDay } = draft;
  const people = assignees.length > 0 ? { assignees: [...assignees] } : {};
  const task = { id, title, text, dueDate: day && noonOf(day), ...people };
  if (recurrenceType === 'none') return task;
  const end = endDay ? { recurrenceEndDate: noonOf(endDay) } : {};
  return { ...task, recurrenceType, recurrenceInterval: interval, ...end };
}
