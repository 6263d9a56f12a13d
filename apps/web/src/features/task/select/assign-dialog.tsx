import { useState } from 'react';
import type { PersonOption } from '../../../ui/form/multi-select.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { AssignField } from '../edit/assign-field.tsx';
import { countOfTasks } from '../move/move-many.ts';
import type { Task } from '../task.ts';
import { assignTasks } from './task-batch.ts';

interface AssignDialogProps {
  tasks: readonly Task[];
  /** Called before the tasks are assigned. */
  onDone: () => void;
  onClose: () => void;
}

/** Who the selected tasks are for. Chosen at first are the people of all of them. */
export function AssignDialog({ tasks, onDone, onClose }: AssignDialogProps) {
  const [people, setPeople] = useState(() => peopleOfAll(tasks));

  function assign(): void {
    onClose();
    onDone();
    void assignTasks(tasks, people);
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Assign ${countOfTasks(tasks.length)}`}
      description="These people replace those the tasks are assigned to now."
      submitLabel="Assign"
      onSubmit={assign}
    >
      <AssignField
        value={people.map(({ id }) => id)}
        onChange={(_ids, chosen) => setPeople(chosen)}
        assigned={people.map(({ id, label }) => ({ id, username: label }))}
      />
    </FormDialog>
  );
}

function peopleOfAll(tasks: readonly Task[]): PersonOption[] {
  const [first, ...others] = tasks;
  return (first?.assignees ?? [])
    .filter(({ id }) => others.every(({ assignees }) => assignees.some(one => one.id === id)))
    .map(({ id, username }) => ({ id, label: username }));
}
