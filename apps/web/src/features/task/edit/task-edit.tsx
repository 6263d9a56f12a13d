import { useLayoutEffect, useRef } from 'react';
import { createStoredAtom } from '../../../lib/stored-atom.ts';
import { fieldsOf } from '../../../lib/use-form.ts';
import { Field, TextArea } from '../../../ui/form/field.tsx';
import { EditForm } from '../../../ui/list/edit-form.tsx';
import { DueDateField } from '../move/due-date-field.tsx';
import { AssignField } from './assign-field.tsx';
import { type EditDraft, opened } from './edit-draft.ts';
import { RecurrenceFields } from './recurrence-fields.tsx';
import { closeEdit, saveEdit } from './save-edit.ts';
import { TimeField } from './time-field.tsx';

/** A row in edit mode. Cancel leaves everything as it was. */
export function TaskEdit({ draft }: { draft: EditDraft }) {
  const { task, assignees, problem } = draft;
  const isTyped = useKeptTyping(draft);
  const form = fieldsOf(draft, typed => {
    isTyped.current = true;
    opened.set(current => current && { ...current, ...typed });
  });
  const { text } = form;
  const time = useRef<HTMLInputElement>(null);

  function save(): void {
    // The value of half a time is that of none.
    if (time.current?.validity.badInput) form.change({ problem: 'Time is not complete' });
    else saveEdit(draft);
  }

  return (
    <EditForm
      label={`Edit ${task.title}`}
      className="mx-4"
      onSave={save}
      onCancel={() => closeEdit(draft)}
      problem={problem}
    >
      <Field label="Title" autoFocus {...text('title')} />
      <TextArea label="Description" {...text('text')} />
      <div className="grid items-start gap-4 desk:grid-cols-2">
        <DueDateField {...form.choice('day')} />
        <TimeField input={time} {...form.choice('time')} />
        {draft.mayRepeat && <RecurrenceFields form={form} task={task} />}
      </div>
      {assignees && (
        <AssignField
          value={assignees}
          onChange={chosen => form.change({ assignees: chosen })}
          assigned={task.assignees}
        />
      )}
    </EditForm>
  );
}

/** What was typed into forms that gave way to the form of another task, by task. */
const left = createStoredAtom<Record<string, EditDraft>>('task-edits-left', {});

/** The form has it again when the task is edited again. @returns a ref that is set to true once something is typed. */
function useKeptTyping(draft: EditDraft) {
  const isTyped = useRef(false);
  const newest = useRef(draft);
  useLayoutEffect(() => {
    newest.current = draft;
  });
  const { id } = draft.task;
  useLayoutEffect(() => {
    const { [id]: kept, ...others } = left.get();
    if (kept?.owner === newest.current.owner) {
      isTyped.current = true;
      left.set(others);
      opened.set({ ...kept, list: newest.current.list });
    }
    return () => {
      const next = opened.get();
      const givesWay = next !== null && next.task.id !== id;
      if (givesWay && isTyped.current) left.set(all => ({ ...all, [id]: newest.current }));
    };
  }, [id]);
  return isTyped;
}
