import { dayOf } from '@onus/contract/dates/calendar';
import type { ListTasks } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import type { Scope } from '../../core/scope.ts';
import { countTasks } from '../../task/counts.ts';
import { listTasks } from '../../task/list.ts';
import { cursorAfter } from '../../task/pages/page.ts';
import type { JobRow } from '../jobs.ts';
import { type ComposedNotice, listed } from './notice.ts';

/** As many as one email names. */
const MOST = 20;
const LEAST_SECONDS = 1_800;

/** What the person's day holds; null on a day without tasks. */
export function composeDigest(
  db: Db,
  scope: Scope,
  jobs: readonly JobRow[],
  namesOnly: boolean,
): ComposedNotice | null {
  const { today, overdue } = countTasks(db, scope, 'mine');
  if (today + overdue === 0) return null;
  const parts = [
    today > 0 && `${counted(today)} today`,
    overdue > 0 && `${today > 0 ? overdue : counted(overdue)} overdue`,
  ];
  const until = Math.max(...jobs.map(job => job.expiresAt));
  return {
    title: parts.filter(Boolean).join(', '),
    lines: namesOnly ? [] : linesOf(db, scope, today + overdue),
    path: '/dash/tasks',
    tag: 'digest',
    ttl: Math.max(LEAST_SECONDS, Math.floor((until - scope.now) / 1_000)),
  };
}

function linesOf(db: Db, scope: Scope, all: number): string[] {
  const overdue = tasksFrom(db, scope, { view: 'overdue' }).map(task => `Overdue: ${task.title}`);
  // The list of today has completed tasks too, which may be as many as one email names.
  const today = tasksFrom(db, scope, {
    view: 'incomplete',
    cursor: cursorAfter({ dueDate: scope.today, id: '' }),
  })
    .filter(task => dayOf(task.dueDate) === scope.today)
    .map(task => (task.dueTime ? `${task.dueTime} ${task.title}` : task.title));
  const lines = [...today, ...overdue].slice(0, MOST);
  return [...listed(lines), ...(all > lines.length ? [`and ${all - lines.length} more`] : [])];
}

function tasksFrom(db: Db, scope: Scope, place: Pick<ListTasks, 'view' | 'cursor'>) {
  return listTasks(db, scope, 'mine', { ...place, order: 'asc', limit: MOST }).items;
}

function counted(tasks: number): string {
  return tasks === 1 ? '1 task' : `${tasks} tasks`;
}
