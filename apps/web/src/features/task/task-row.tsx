import { dayOf } from '@onus/contract/calendar';
import { CalendarDays, Ellipsis, Pencil, Repeat2, Trash2 } from 'lucide-react';
import { cx } from '../../lib/cx.ts';
import { todayHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/message.ts';
import { useCurrentUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { Badge, PersonBadge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Ring } from '../../ui/ring.tsx';
import { toastError } from '../../ui/toast.tsx';
import { asUpdate, repetition, type Task } from './task.ts';

interface TaskRowProps {
  task: Task;
  /** How the due date is written. */
  dateOf: (dueDate: string) => string;
  onEdit: () => void;
}

/** One task: the ring completes it, the quiet line says when, the buttons show on hover or focus. */
export function TaskRow({ task, dateOf, onEdit }: TaskRowProps) {
  const onError = (error: unknown) => toastError(messageOf(error));
  const complete = trpc.task.update.useMutation({ onError });
  const remove = trpc.task.delete.useMutation({ onError });
  // The ring answers the finger at once; the list follows when the server has said yes.
  const completed = complete.isPending ? (complete.variables.completed ?? task.completed) : task.completed;
  const toggle = () => complete.mutate({ ...asUpdate(task), completed: !task.completed });
  const erase = () => remove.mutate({ id: task.id });
  return (
    <article className="group flex items-start gap-1 rounded-control px-1.5 py-1.5 transition-colors hover:bg-hover">
      <Ring label={`Complete ${task.title}`} checked={completed} onClick={toggle} />
      <div className="min-w-0 flex-1 py-2.5">
        <h2 className={cx('flex items-start gap-2 transition-colors', completed && 'text-ink-soft')}>
          <span dir="auto" className="min-w-0 font-medium">
            {task.title}
          </span>
          {completed && <Badge tone="brand">Completed</Badge>}
        </h2>
        <Facts task={task} date={dateOf(task.dueDate)} completed={completed} />
      </div>
      <People task={task} />
      <div className="hidden shrink-0 gap-1 py-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 desk:flex">
        <IconButton label={`Edit ${task.title}`} icon={<Pencil />} onClick={onEdit} />
        {task.may.delete && (
          <IconButton label={`Delete ${task.title}`} icon={<Trash2 />} danger onClick={erase} />
        )}
      </div>
      <div className="py-1 desk:hidden">
        <Menu
          trigger={<IconButton label={`More for ${task.title}`} icon={<Ellipsis />} />}
          items={[
            { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: onEdit },
            ...(task.may.delete
              ? [{ label: 'Delete', icon: <Trash2 aria-hidden="true" />, onSelect: erase, danger: true }]
              : []),
          ]}
        />
      </div>
    </article>
  );
}

/** Date, repetition and the description's first words, in one quiet line. */
function Facts({ task, date, completed }: { task: Task; date: string; completed: boolean }) {
  const late = !completed && dayOf(task.dueDate) < todayHere();
  const repeats = repetition(task);
  return (
    <p className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-3 text-ink-soft text-small">
      <span className={cx('flex items-center gap-1.5', late && 'font-medium text-warn')}>
        <CalendarDays aria-hidden="true" className="size-3.5" />
        <time dateTime={dayOf(task.dueDate)}>{date}</time>
      </span>
      {repeats && (
        <span className="flex items-center gap-1.5">
          <Repeat2 aria-hidden="true" className="size-3.5" />
          {repeats}
        </span>
      )}
      {task.text && (
        <span dir="auto" className="line-clamp-2 w-full desk:line-clamp-1">
          {task.text}
        </span>
      )}
    </p>
  );
}

function People({ task }: { task: Task }) {
  const me = useCurrentUser();
  if (task.assignees.length === 0) return null;
  return (
    <ul aria-label="Assigned to" className="flex shrink-0 flex-wrap justify-end gap-1 py-2.5">
      {task.assignees.map(one => (
        <li key={one.id}>
          <PersonBadge id={one.id} name={one.username} me={one.id === me.id} />
        </li>
      ))}
    </ul>
  );
}
