import type { Day } from '@onus/contract/dates/calendar';
import { Ellipsis, History, Link2, Pencil, SkipForward, Trash2 } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useState } from 'react';
import { useChangedBy } from '../../../data/live/changed-by.ts';
import { useMark } from '../../../data/outbox/use-outbox.ts';
import { useCurrentUser } from '../../../data/session/session.ts';
import { cx } from '../../../lib/cx.ts';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { Badge, PersonBadge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/form/button.tsx';
import { Ring } from '../../../ui/list/ring.tsx';
import { RowMark } from '../../../ui/list/row-mark.tsx';
import { useRowLink } from '../../../ui/list/use-row-link.tsx';
import { Menu } from '../../../ui/overlay/menu.tsx';
import { LazyDialog } from '../../../ui/status/lazy-view.tsx';
import { editForm } from '../edit/edit-form.ts';
import { MoveMenu, useMove } from '../move/move-menu.tsx';
import type { Task } from '../task.ts';
import { taskActions } from './task-actions.ts';
import { TaskFacts } from './task-facts.tsx';
import { TaskTheirs } from './task-theirs.tsx';

interface TaskRowProps {
  task: Task;
  /** The format of the due date. */
  dateOf: (dueDate: string) => string;
  today: Day;
  onEdit: (task: Task) => void;
  /** In place of the ring. */
  lead?: ReactNode;
}

/**
 * One task with its ring, a line of facts, and buttons on hover or focus. A dialog has room for a phone's layout. A list
 * renders again at each step of a change, and of its rows only the changed ones do.
 */
export const TaskRow = memo(Row);

function Row({ task, dateOf, today, onEdit, lead }: TaskRowProps) {
  const actions = taskActions(task);
  // A row has more buttons than words. It shows first what a person reads, and takes the next moment for them.
  const hasButtons = useDeferredValue(true, false);
  return (
    <article className="group task-row">
      {lead || (
        <Ring
          label={`Complete ${task.title}`}
          aria-keyshortcuts="x"
          checked={task.completed}
          onPress={actions.press}
        />
      )}
      <div className={cx('task-words', task.text ? 'pb-1.5' : 'pb-2.5')}>
        <h2 className={cx('task-title', task.completed && 'text-ink-soft')}>
          <span dir="auto">{task.title}</span>{' '}
          {task.completed && (
            <span className="inline-flex pl-0.5 align-middle">
              <Badge tone="brand">Completed</Badge>
            </span>
          )}
          <RowMark mark={useMark(task.id)} by={useChangedBy(task.id)} />
        </h2>
        <TaskFacts task={task} date={dateOf(task.dueDate)} today={today} isInRow />
        <People task={task} />
        <TaskTheirs task={task} />
      </div>
      {hasButtons ? (
        <Buttons task={task} actions={actions} onEdit={() => onEdit(task)} />
      ) : (
        <div className="row-more" />
      )}
    </article>
  );
}

/** The assignees, or the creator of a member's task without assignees. */
function People({ task: { assignees, maker } }: { task: Task }) {
  const me = useCurrentUser();
  const people = maker ? [maker] : assignees;
  if (people.length === 0) return null;
  return (
    <ul aria-label={maker ? 'Made by' : 'Assigned to'} className="task-people">
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
  actions: ReturnType<typeof taskActions>;
  onEdit: () => void;
}

/** Buttons side by side on a desktop, a menu on a phone. */
function Buttons({ task, actions: { skipLabel, skip, erase }, onEdit }: ButtonsProps) {
  const move = useMove(task);
  const link = useRowLink({ kind: 'task', id: task.id });
  const [isLookingBack, setLookingBack] = useState(false);
  const buttons = [
    ...(skipLabel ? [{ label: skipLabel, icon: SKIP, onSelect: skip, key: 's' }] : []),
    ...(task.may.edit ? [{ label: 'Edit', icon: EDIT, onSelect: onEdit, key: 'e' }] : []),
    ...(task.may.delete
      ? [{ label: 'Delete', icon: ERASE, onSelect: erase, danger: true, key: 'Delete' }]
      : []),
  ];
  const history = {
    label: 'History',
    icon: HISTORY,
    onSelect: () => setLookingBack(true),
  };
  const copy = { label: 'Copy link', icon: LINK, onSelect: link.copy };
  return (
    <>
      <div className="row-tools">
        {task.may.edit && <MoveMenu task={task} items={move.items} />}
        {buttons.map(({ label, icon, onSelect, danger = false, key }) => (
          <IconButton
            key={label}
            label={nameOf(label, task)}
            icon={icon}
            danger={danger}
            aria-keyshortcuts={key}
            onClick={onSelect}
            {...(label === 'Edit' && editForm.near)}
          />
        ))}
        <IconButton
          label={history.label}
          icon={history.icon}
          aria-keyshortcuts="h"
          onClick={history.onSelect}
          {...past.near}
        />
        <IconButton
          label={copy.label}
          icon={copy.icon}
          aria-keyshortcuts="c"
          onClick={copy.onSelect}
          {...link.near}
        />
      </div>
      <div className="row-more">
        <Menu
          trigger={<IconButton label={`More for ${task.title}`} icon={MORE} />}
          items={[...(task.may.edit ? move.items : []), ...withMore(buttons, [history, copy])]}
        />
      </div>
      {move.dialog}
      {link.dialog}
      <LazyDialog from={past} open={isLookingBack} onClose={() => setLookingBack(false)}>
        {({ TaskHistory }) => (
          <TaskHistory task={task} open={isLookingBack} onClose={() => setLookingBack(false)} />
        )}
      </LazyDialog>
    </>
  );
}

/** Made once, so that a row that renders again leaves them as they are. */
const SKIP = <SkipForward aria-hidden="true" />;
const EDIT = <Pencil aria-hidden="true" />;
const ERASE = <Trash2 aria-hidden="true" />;
const HISTORY = <History aria-hidden="true" />;
const LINK = <Link2 aria-hidden="true" />;
const MORE = <Ellipsis aria-hidden="true" />;

const past = createLazyModule(() => import('../history/task-history.tsx'));

/** Deleting stays last. */
function withMore<Item extends { label: string }>(buttons: readonly Item[], more: readonly Item[]): Item[] {
  const place = buttons.at(-1)?.label === 'Delete' ? -1 : buttons.length;
  return [...buttons.slice(0, place), ...more, ...buttons.slice(place)];
}

/** "Edit Bins", "Skip Bins to Fri, Nov 27": the accessible name of a button. */
function nameOf(label: string, task: Task): string {
  const [verb = label, ...rest] = label.split(' ');
  return [verb, task.title, ...rest].join(' ');
}
