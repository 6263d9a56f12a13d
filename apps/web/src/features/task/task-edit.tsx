import type { KeyboardEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { DateField, Field, TextArea } from '../../ui/field.tsx';
import { AssignField } from './assign-field.tsx';
import type { EditDraft } from './edit-draft.ts';

interface TaskEditProps {
  draft: EditDraft;
  onChange: (typed: Partial<EditDraft>) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** A row in edit mode. Cancel leaves everything as it was. */
export function TaskEdit({ draft, onChange, onSave, onCancel }: TaskEditProps) {
  const { task, title, text, day, assignees, problem } = draft;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onCancel();
  }

  return (
    <form
      noValidate
      aria-label={`Edit ${task.title}`}
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault();
        onSave();
      }}
      className="my-2 flex flex-col gap-4 rounded-card bg-surface p-4 inset-ring inset-ring-line"
    >
      <Field
        label="Title"
        autoFocus
        value={title}
        onChange={event => onChange({ title: event.target.value })}
      />
      <TextArea label="Description" value={text} onChange={event => onChange({ text: event.target.value })} />
      <div className="desk:w-1/2">
        <DateField label="Due Date" value={day} onChange={event => onChange({ day: event.target.value })} />
      </div>
      {assignees && (
        <AssignField
          value={assignees}
          onChange={chosen => onChange({ assignees: chosen })}
          assigned={task.assignees}
        />
      )}
      {problem && <ErrorNote message={problem} />}
      <div className="flex justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Save</Button>
      </div>
    </form>
  );
}
