import { dayOf, noonOf } from '@onus/contract/dates/calendar';
import { Link } from '@tanstack/react-router';
import { shortDate, todayHere } from '../../lib/dates.ts';
import { useTasks } from './list/use-tasks.ts';
import type { Task } from './task.ts';

const UPCOMING = { view: 'upcoming', order: 'asc' } as const;
const DAYS = 7;
const DAY = 86_400_000;

/** The most tasks of a day. The tab Upcoming has all. */
const MOST = 4;

/** The next seven days if they have a task, from the list of upcoming tasks with what waits in the outbox. */
export function Week() {
  const { tasks } = useTasks('mine', UPCOMING);
  if (!tasks) return null;
  const start = Date.parse(noonOf(todayHere()));
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(start + (index + 1) * DAY).toISOString();
    return { day, tasks: tasks.filter(({ dueDate }) => dayOf(dueDate) === dayOf(day)) };
  });
  if (days.every(one => one.tasks.length === 0)) return null;
  return (
    <section aria-label="Next seven days" className="flex flex-col gap-4">
      {days.map(one => (
        <Day key={one.day} {...one} />
      ))}
    </section>
  );
}

/** No list and no headings: those of the page are its tasks. */
function Day({ day, tasks }: { day: string; tasks: readonly Task[] }) {
  const name = shortDate(day);
  const rest = tasks.length - MOST;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-label={name} className="border-line border-t pt-2">
      <p className={tasks.length > 0 ? 'font-medium text-small' : 'text-ink-soft text-small'}>{name}</p>
      {tasks.slice(0, MOST).map(({ id, title }) => (
        <Link key={id} to="/dash/tasks" search={{ tab: 'upcoming', task: id }} dir="auto" className={LINE}>
          {title}
        </Link>
      ))}
      {rest > 0 && (
        <Link to="/dash/tasks" search={{ tab: 'upcoming' }} className={LINE}>
          {rest} more
        </Link>
      )}
    </div>
  );
}

const LINE =
  '-mx-2 block truncate rounded-control px-2 py-0.5 text-ink-soft text-small transition-colors hover:bg-hover hover:text-ink';
