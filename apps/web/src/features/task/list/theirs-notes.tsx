import { enqueue } from '../../../data/outbox/enqueue.ts';
import { keepMine, type Theirs } from '../../../data/outbox/theirs.ts';
import { shortDate, timeOfDay } from '../../../lib/dates.ts';
import { shortened } from '../../../lib/words/text.ts';
import { TheirsNote } from '../../../ui/list/theirs-note.tsx';
import type { Task } from '../task.ts';

/** Values of other people that the user's edit of a task has replaced. */
export function TheirsNotes({ task, theirs: all }: { task: Task; theirs: readonly Theirs[] }) {
  return all
    .filter(({ field }) => field in FORMATS)
    .map(theirs => (
      <TheirsNote
        key={theirs.field}
        by={theirs.by?.username ?? ''}
        value={FORMATS[theirs.field as keyof typeof FORMATS](theirs.value)}
        onUse={() => void take(task, theirs)}
        onKeep={() => keepMine(theirs)}
      />
    ));
}

/** The fields whose value fits in one line. */
const FORMATS = {
  title: (value: unknown) => shortened(String(value)),
  text: (value: unknown) => shortened(String(value)),
  dueDate: (value: unknown) => shortDate(String(value)),
  dueTime: (value: unknown) => (value ? timeOfDay(String(value)) : 'No time'),
};

function take(task: Task, { field, value }: Theirs): Promise<boolean> {
  const was = { [field]: task[field as keyof Task] };
  return enqueue('task.update', { id: task.id, [field]: value, was }, { about: task.title });
}
