import { Link } from '@tanstack/react-router';
import { useMark } from '../../../data/outbox/use-outbox.ts';
import { cx } from '../../../lib/cx.ts';
import { plainDate, todayHere } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Ring } from '../../../ui/list/ring.tsx';
import { RowMark } from '../../../ui/list/row-mark.tsx';
import { taskActions } from '../list/task-actions.ts';
import { TaskFacts } from '../list/task-facts.tsx';
import type { Task } from '../task.ts';
import { NoTask } from './no-task.tsx';
import { useTask } from './use-task.ts';

/** A task outside its lists, as it is now. A click opens it. */
export function TaskCard({ id }: { id: string }) {
  const found = useTask(id);
  return (
    <article className={CARD}>
      {found.task ? (
        <Known task={found.task} />
      ) : (
        <div className="px-3 py-2.5 text-small">
          <NoTask {...found} waiting={<div className="h-12" />} />
        </div>
      )}
    </article>
  );
}

function Known({ task }: { task: Task }) {
  const { id, title, completed, dueDate } = task;
  return (
    <div className="flex items-start gap-1 py-0.5 pr-3 pl-1">
      <Ring
        label={`Complete ${title}`}
        checked={completed}
        onPress={taskActions(task).press}
        className="relative z-1"
      />
      <div className="min-w-0 flex-1 py-2.5">
        <p className={cx('font-medium transition-colors', completed && 'text-ink-soft')}>
          <Link
            to="/dash/tasks"
            search={{ task: id }}
            dir="auto"
            className="before:absolute before:inset-0 before:rounded-card"
          >
            {title}
          </Link>{' '}
          {completed && (
            <span className="inline-flex pl-0.5 align-middle">
              <Badge tone="brand">Completed</Badge>
            </span>
          )}
          <RowMark mark={useMark(id)} />
        </p>
        <TaskFacts task={task} date={plainDate(dueDate)} today={todayHere()} />
      </div>
    </div>
  );
}

const CARD =
  'relative w-80 max-w-full rounded-card bg-surface inset-ring inset-ring-line transition-colors has-[a:hover]:bg-hover';
