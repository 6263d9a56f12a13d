import { dayOf, noonOf } from '@onus/contract/calendar';
import { TRPCClientError } from '@trpc/client';
import { type KeyboardEvent, useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { DateField, Field, TextArea } from '../../ui/field.tsx';
import { AssignField } from './assign-field.tsx';
import { asUpdate, type Task } from './task.ts';

interface TaskEditProps {
  task: Task;
  /** In the manager views the people are chosen too. */
  mayAssign: boolean;
  onClose: () => void;
}

/**
 * A row in edit mode. It starts from the task as it was when Edit was pressed: what others change
 * meanwhile does not reach the form, and Cancel leaves everything as it was.
 */
export function TaskEdit({ task, mayAssign, onClose }: TaskEditProps) {
  const [title, setTitle] = useState(task.title);
  const [text, setText] = useState(task.text);
  const [day, setDay] = useState(dayOf(task.dueDate));
  const [assignees, setAssignees] = useState(() => task.assignees.map(one => one.id));
  const [basedOn, setBasedOn] = useState(task.updatedAt);
  const save = trpc.task.update.useMutation({
    onSuccess: onClose,
    onError: error => setBasedOn(newestOf(error)?.updatedAt ?? basedOn),
  });

  function submit(): void {
    // A date that was not touched keeps the time it was given by another client.
    const dueDate = day === dayOf(task.dueDate) ? task.dueDate : day && noonOf(day);
    const people = mayAssign ? { assignees } : {};
    save.mutate({ ...asUpdate(task), completed: undefined, title, text, dueDate, ...people, basedOn });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onClose();
  }

  return (
    <form
      noValidate
      aria-label={`Edit ${task.title}`}
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
      className="my-2 flex flex-col gap-4 rounded-card bg-surface p-4 inset-ring inset-ring-line"
    >
      <Field label="Title" autoFocus value={title} onChange={event => setTitle(event.target.value)} />
      <TextArea label="Description" value={text} onChange={event => setText(event.target.value)} />
      <div className="desk:w-1/2">
        <DateField label="Due Date" value={day} onChange={event => setDay(event.target.value)} />
      </div>
      {mayAssign && <AssignField value={assignees} onChange={setAssignees} assigned={task.assignees} />}
      {save.error && <ErrorNote message={explained(save.error)} />}
      <div className="flex justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function newestOf(error: unknown): Task | undefined {
  return error instanceof TRPCClientError ? error.data?.newest : undefined;
}

function explained(error: unknown): string {
  const newest = newestOf(error);
  return newest
    ? `${messageOf(error)}: it now reads “${newest.title}”. Save again to keep your version, or cancel.`
    : messageOf(error);
}
