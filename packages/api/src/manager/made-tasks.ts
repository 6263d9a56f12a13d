import { chartMonths } from '@onus/contract/manager';
import type { FindTasks, ListTasks } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import type { Found } from '../core/rows/page.ts';
import { cutToFit } from '../core/rows/page-size.ts';
import type { Scope } from '../core/scope.ts';
import { usersNamed } from '../people/find.ts';
import { maySee } from '../people/policy.ts';
import { countBetween } from '../task/counts.ts';
import { findTasks, listTasks, type Whose } from '../task/list.ts';
import { cursorAfter, textsOfTask } from '../task/pages/page.ts';
import type { Assignee, Task } from '../task/view.ts';

/** A task in a list of several people's. */
export interface MadeTask extends Task {
  /** Who made a task that has no assignee; null for oneself, and for people the caller may not see. */
  maker: Assignee | null;
}

export interface MadePage {
  items: MadeTask[];
  nextCursor: string | null;
}

/** One group of bars of the chart "LAST 6 MONTHS". */
export interface ChartBar {
  /** YYYY-MM */
  month: string;
  /** Its full name. */
  label: string;
  complete: number;
  incomplete: number;
}

/** One page of a list that is not the caller's own. @throws DomainError NOT_FOUND for a member that is not theirs. */
export function listMadeTasks(
  db: Db,
  scope: Scope,
  whose: Exclude<Whose, 'mine'>,
  input: ListTasks,
): MadePage {
  const { items, nextCursor } = listTasks(db, scope, whose, input);
  return withMakers(db, scope, items, nextCursor);
}

/** The same by the number of a page, with how many tasks there are. */
export function findMadeTasks(
  db: Db,
  scope: Scope,
  whose: Exclude<Whose, 'mine'>,
  input: FindTasks,
): Found<MadeTask> {
  const found = findTasks(db, scope, whose, input);
  const { items: rows, nextCursor } = withMakers(db, scope, found.rows, found.nextCursor);
  return { rows, total: found.total, nextCursor };
}

/** The caller's last six months, oldest first; six of them even when nothing was due (rule 4.7). */
export function chart(db: Db, scope: Scope): ChartBar[] {
  return chartMonths(scope.today).map(({ month, label, ...bounds }) => ({
    month,
    label,
    ...countBetween(db, scope, 'managed', bounds),
  }));
}

/** With the names of their makers fewer may fit in a page. */
function withMakers(db: Db, scope: Scope, tasks: readonly Task[], nextCursor: string | null): MadePage {
  const makers = makersOf(db, scope, tasks);
  const makerOf = (task: Task) => (isLeft(scope, task) ? (makers.get(task.creatorId) ?? null) : null);
  const items = tasks.map(task => ({ ...task, maker: makerOf(task) }));
  return cutToFit({ items, nextCursor }, cursorAfter, textsOfMade);
}

function textsOfMade({ maker, ...task }: MadeTask): string[] {
  return [...textsOfTask(task), maker?.username ?? ''];
}

/** Each of them once: a page has many tasks and few who make them. */
function makersOf(db: Db, scope: Scope, tasks: readonly Task[]): Map<string, Assignee> {
  const ids = tasks.filter(task => isLeft(scope, task)).map(task => task.creatorId);
  const people = ids.length > 0 ? usersNamed(db, scope, ids).filter(one => maySee(scope, one)) : [];
  return new Map(people.map(({ id, username }) => [id, { id, username }]));
}

/** A task that another person made and that has no assignee. */
function isLeft(scope: Scope, { assignees, creatorId }: Task): boolean {
  return assignees.length === 0 && creatorId !== scope.userId;
}
