import { Ellipsis, Pencil, SkipForward, Trash2 } from 'lucide-react';
import { cx } from '../../lib/cx.ts';
import { useCurrentUser } from '../../session.ts';
import { Badge, PersonBadge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Ring } from '../../ui/ring.tsx';
import type { Task } from './task.ts';
import { TaskFacts } from './task-facts.tsx';
import { useTaskActions } from './use-task-actions.ts';

interface TaskRowProps {
  task: Task;
  /** How the due date is written. */
  dateOf: (dueDate: string) => string;
  onEdit: () => void;
}

/** One task: the ring completes it, the quiet line says when, the buttons show on hover or focus. */
export function TaskRow({ task, dateOf, onEdit }: TaskRowProps) {
  const actions = useTaskActions(task);
  return (
    <article className={ROW}>
      <Ring
        label={`Complete ${task.title}`}
        aria-keyshortcuts="x"
        checked={task.completed}
        onClick={actions.toggle}
      />
      <div className="min-w-0 py-2.5">
        <h2 className={cx('font-medium transition-colors', task.completed && 'text-ink-soft')}>
          <span dir="auto">{task.title}</span>{' '}
          {task.completed && (
            <span className="inline-flex pl-0.5 align-middle">
              <Badge tone="brand">Completed</Badge>
            </span>
          )}
        </h2>
        <TaskFacts task={task} date={dateOf(task.dueDate)} />
      </div>
      <People task={task} />
      <Buttons task={task} actions={actions} onEdit={onEdit} />
    </article>
  );
}

/** Whose it is: those it is assigned to, or, of a member's task without an assignee, that member. */
function People({ task: { assignees, maker } }: { task: Task }) {
  const me = useCurrentUser();
  const people = maker ? [maker] : assignees;
  if (people.length === 0) return null;
  return (
    <ul aria-label={maker ? 'Made by' : 'Assigned to'} className={PEOPLE}>
      {people.map(one => (
        <li key={one.id}>
          <PersonBadge id={one.id} name={one.username} me={one.id === me.id} />
        </li>
      ))}
    </ul>
  );
}

interface ButtonsProps {
  task: Task;
  actions: ReturnType<typeof useTaskActions>;
  onEdit: () => void;
}

/** Side by side on a desk, in a menu on a phone. */
function Buttons({ task, actions: { skipLabel, skip, erase }, onEdit }: ButtonsProps) {
  const buttons = [
    ...(skipLabel ? [{ label: skipLabel, icon: <SkipForward aria-hidden="true" />, onSelect: skip }] : []),
    ...(task.may.edit
      ? [{ label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: onEdit, key: 'e' }]
      : []),
    ...(task.may.delete
      ? [{ label: 'Delete', icon: <Trash2 aria-hidden="true" />, onSelect: erase, danger: true }]
      : []),
  ];
  if (buttons.length === 0) return null;
  return (
    <>
      <div className="hidden min-w-29 justify-end gap-1 py-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 desk:flex">
        {buttons.map(({ label, icon, onSelect, danger = false, key }) => (
          <IconButton
            key={label}
            label={nameOf(label, task)}
            icon={icon}
            danger={danger}
            aria-keyshortcuts={key}
            onClick={onSelect}
          />
        ))}
      </div>
      <div className="col-start-3 row-start-1 py-1 desk:hidden">
        <Menu trigger={<IconButton label={`More for ${task.title}`} icon={<Ellipsis />} />} items={buttons} />
      </div>
    </>
  );
}

/** "Edit Bins", "Skip Bins to Fri, Nov 27": which task a button is about, for those who only hear it. */
function nameOf(label: string, task: Task): string {
  const [verb = label, ...rest] = label.split(' ');
  return [verb, task.title, ...rest].join(' ');
}

const ROW =
  'group grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-1 rounded-control px-1.5 py-1.5 transition-colors hover:bg-hover desk:grid-cols-[auto_minmax(0,1fr)_auto_auto]';

/** Beside the title on a desk; under the facts on a phone, where a dozen would leave the title no room. */
const PEOPLE =
  'col-start-2 row-start-2 flex flex-wrap gap-1 pb-2.5 desk:col-start-3 desk:row-start-1 desk:max-w-56 desk:justify-end desk:py-2.5';
