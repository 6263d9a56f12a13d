import { type Day, dayOf } from '@onus/contract/dates/calendar';
import { Check, Repeat2 } from 'lucide-react';
import { cx } from '../../../lib/cx.ts';
import { momentHere, timeHere, timeOfDay } from '../../../lib/dates.ts';
import { repetition } from '../../../lib/words/repetition.ts';
import type { Task } from '../task.ts';

interface TaskFactsProps {
  task: Task;
  date: string;
  today: Day;
  /** Whether a wide row has them beside its title and the description below. */
  isInRow?: boolean;
}

/** Date, time, recurrence, who completed it, and the start of the description. */
export function TaskFacts({ task, date, today, isInRow = false }: TaskFactsProps) {
  const late = !task.completed && dayOf(task.dueDate) < today;
  const repeats = repetition(task);
  return (
    <p className={cx('task-facts', isInRow && 'task-facts-in-row')}>
      <span className={cx('task-fact', late && 'font-medium text-warn')}>
        <span>
          <time dateTime={dayOf(task.dueDate)}>{date}</time>
          {task.dueTime && (
            <>
              {', '}
              <time dateTime={task.dueTime}>{timeOfDay(task.dueTime)}</time>
            </>
          )}
        </span>
      </span>
      {repeats && (
        <span className="task-fact">
          {REPEATS}
          {repeats}
        </span>
      )}
      {task.completedAt && task.completedBy && (
        <span className="task-fact">
          {DONE}
          <span className="flex min-w-0 whitespace-pre">
            <span dir="auto" className="task-fact-name">
              {task.completedBy.username}
            </span>
            {', '}
            <time dateTime={task.completedAt} title={momentHere(task.completedAt)}>
              {timeHere(task.completedAt)}
            </time>
          </span>
        </span>
      )}
      {task.text && (
        <span dir="auto" className="task-text">
          {task.text}
        </span>
      )}
    </p>
  );
}

/** Made once, so that a row that renders again leaves them as they are. */
const REPEATS = <Repeat2 aria-hidden="true" />;
const DONE = <Check aria-hidden="true" />;
