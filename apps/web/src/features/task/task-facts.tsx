import { dayOf } from '@onus/contract/calendar';
import { CalendarDays, Repeat2 } from 'lucide-react';
import { cx } from '../../lib/cx.ts';
import { todayHere } from '../../lib/dates.ts';
import { repetition } from '../../lib/repetition.ts';
import type { Task } from './task.ts';

/** Date, repetition and the description's first words, in one quiet line. */
export function TaskFacts({ task, date }: { task: Task; date: string }) {
  const late = !task.completed && dayOf(task.dueDate) < todayHere();
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
