import type { Day } from '@onus/contract/calendar';
import type { ListTasks, TaskView, WholeList } from '@onus/contract/task';
import { dayAfter } from '@onus/contract/zone';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { task, taskReader } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../errors.ts';
import { findManagerId, findUser } from '../member/queries.ts';
import type { Scope } from '../scope.ts';
import { type Assignee, type Task, type TaskRow, viewOfTask } from '../task-view.ts';

/**
 * Whose tasks a list holds (decision 4.4): the caller's own, those of the area they manage (an Admin's is
 * everything) or, to an Admin, of another manager's; or the own list of somebody whose record they may see.
 */
export type Whose = 'mine' | 'managed' | { member: string } | { manager: string };

export interface TaskPage {
  items: Task[];
  nextCursor: string | null;
}

export interface TaskCounts {
  /** Due today and still to do. */
  today: number;
  overdue: number;
  upcoming: number;
}

/** One page of a list. @throws DomainError NOT_FOUND for a member that is not the caller's. */
export function listTasks(db: Db, scope: Scope, whose: Whose, input: ListTasks): TaskPage {
  const { view, order, limit } = input;
  const start = order === 'asc' ? ' ' : '9999-12-31T23:59:59.999Z \u{10ffff}';
  const [afterDate, afterId] = splitCursor(input.cursor ?? start);
  const { area, of } = areaOf(db, scope, whose);
  const place = { ...days(scope), of, afterDate, afterId };
  const rows = pageOf(db, `${area} ${view} ${order}`).all({ ...place, limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(row => viewOfTask(scope, row)),
    nextCursor: last ? `${last.dueDate} ${last.id}` : null,
  };
}

/** A whole list, as the REST API promises it (decision 4.5). */
export function wholeList(db: Db, scope: Scope, whose: Whose, { view, day }: WholeList): Task[] {
  const { area, of } = areaOf(db, scope, whose);
  return pageOf(db, `${area} ${view} asc`)
    .all({ ...days(scope, day), of, afterDate: '', afterId: '', limit: -1 })
    .map(row => viewOfTask(scope, row));
}

/** What is still to do, as the tabs show it. */
export function countTasks(db: Db, scope: Scope, whose: Whose): TaskCounts {
  const { area, of } = areaOf(db, scope, whose);
  return countsOf(db, area).get({ ...days(scope), of }) ?? { today: 0, overdue: 0, upcoming: 0 };
}

/** How many tasks of a list are due strictly between two dates, compared as text (decision 4.7). */
export function countBetween(
  db: Db,
  scope: Scope,
  whose: Whose,
  bounds: { after: string; before: string },
): { complete: number; incomplete: number } {
  const { area, of } = areaOf(db, scope, whose);
  return countsBetween(db, area).get({ ...bounds, of }) ?? { complete: 0, incomplete: 0 };
}

/** @throws DomainError NOT_FOUND for a task that does not exist or that the caller may not see. */
export function findTask(db: Db, scope: Scope, id: string): Task {
  return viewOfTask(scope, findTaskRow(db, scope, id));
}

/** The same as the database holds it, for commands. */
export function findTaskRow(db: Db, scope: Scope, id: string): TaskRow {
  const row = visibleTask(db).get({ id, me: scope.userId, admin: Number(scope.isAdmin) });
  if (!row) throw notFound('Task');
  return row;
}

/** Everybody who may see a task: whom a change of it ticks. */
export function audienceOf(db: Db, _scope: Scope, id: string): string[] {
  return audience(db)
    .all({ id })
    .map(row => row.id);
}

type Area = 'own' | 'managed' | 'all';

function areaOf(db: Db, scope: Scope, whose: Whose): { area: Area; of: string } {
  if (whose === 'mine') return { area: 'own', of: scope.userId };
  if (whose === 'managed') return { area: scope.isAdmin ? 'all' : 'managed', of: scope.userId };
  if ('manager' in whose) return { area: 'managed', of: findManagerId(db, scope, whose.manager) };
  return { area: 'own', of: findUser(db, scope, whose.member).id };
}

function days(scope: Scope, today: Day = scope.today): { today: Day; tomorrow: Day } {
  return { today, tomorrow: dayAfter(today) };
}

function splitCursor(cursor: string): [string, string] {
  const gap = cursor.indexOf(' ');
  return [cursor.slice(0, gap), cursor.slice(gap + 1)];
}

const of = sql.placeholder('of');
const id = sql.placeholder('id');

/** Where the tasks of an area stand in the order of their due date: a stretch of one index each. */
const IN_AREA: Record<Area, SQL> = {
  own: sql`(select due_date, task_id as id, completed from task_reader where user_id = ${of} and own = 1)`,
  managed: sql`(select due_date, task_id as id, completed from task_reader where user_id = ${of} and managed = 1)`,
  all: sql`(select due_date, id, completed from task)`,
};

// A date without a time sorts before every time of that date, so due dates compare with dates as text.
const due = {
  today: sql`due_date >= ${sql.placeholder('today')} and due_date < ${sql.placeholder('tomorrow')}`,
  before: sql`due_date < ${sql.placeholder('today')}`,
  after: sql`due_date >= ${sql.placeholder('tomorrow')}`,
  between: sql`due_date > ${sql.placeholder('after')} and due_date < ${sql.placeholder('before')}`,
  any: sql`true`,
};

const IN_VIEW: Record<TaskView, { completed: (0 | 1)[]; due: SQL }> = {
  all: { completed: [0, 1], due: due.any },
  today: { completed: [0, 1], due: due.today },
  overdue: { completed: [0], due: due.before },
  upcoming: { completed: [0], due: due.after },
  complete: { completed: [1], due: due.any },
  incomplete: { completed: [0], due: due.any },
};

// Written out in full: in a select of one table Drizzle drops the table's name from a column inside a
// template, and a correlated subquery then quietly compares the wrong column.
const assignees = sql<Assignee[]>`(
  select json_group_array(json_object('id', u.id, 'username', u.username) order by u.username, u.id)
  from task_assignee a join user u on u.id = a.user_id where a.task_id = "task"."id")`
  .mapWith(value => JSON.parse(String(value)) as Assignee[])
  .as('assignees');

const latestDay = sql<Day>`coalesce(
  (select max(s.due_day) from task s where s.series_id = "task"."series_id"), "task"."due_day")`.as(
  'latestDay',
);

const pageOf = prepared((db, key: `${Area} ${TaskView} ${'asc' | 'desc'}`) => {
  const [area, view, order] = key.split(' ') as [Area, TaskView, 'asc' | 'desc'];
  const direction = sql.raw(order);
  const beyond = sql.raw(order === 'asc' ? '>' : '<');
  // Done and not done lie apart in the index; SQLite merges the two as it goes and stops at the limit.
  const stretches = IN_VIEW[view].completed.map(
    done => sql`select due_date, id from ${IN_AREA[area]} where completed = ${sql.raw(String(done))}
      and ${IN_VIEW[view].due}
      and (due_date, id) ${beyond} (${sql.placeholder('afterDate')}, ${sql.placeholder('afterId')})`,
  );
  const place = sql`(${sql.join(stretches, sql` union all `)}
    order by 1 ${direction}, 2 ${direction} limit ${sql.placeholder('limit')}) place`;
  const sorted = order === 'asc' ? asc : desc;
  return db
    .select({ ...getTableColumns(task), assignees, latestDay })
    .from(place)
    .innerJoin(task, sql`"task"."id" = place.id`)
    .orderBy(sorted(sql`place.due_date`), sorted(sql`place.id`))
    .prepare();
});

const countsOf = prepared((db, area: Area) =>
  db
    .select({
      today: countWhere(area, 0, due.today),
      overdue: countWhere(area, 0, due.before),
      upcoming: countWhere(area, 0, due.after),
    })
    .from(sql`(select 1)`)
    .prepare(),
);

const countsBetween = prepared((db, area: Area) =>
  db
    .select({ complete: countWhere(area, 1, due.between), incomplete: countWhere(area, 0, due.between) })
    .from(sql`(select 1)`)
    .prepare(),
);

const visibleTask = prepared(db =>
  db
    .select({ ...getTableColumns(task), assignees, latestDay })
    .from(task)
    .where(
      and(
        eq(task.id, id),
        sql`(${sql.placeholder('admin')} or exists (
          select 1 from task_reader r where r.task_id = "task"."id" and r.user_id = ${sql.placeholder('me')}))`,
      ),
    )
    .prepare(),
);

const audience = prepared(db =>
  db
    .select({ id: taskReader.userId })
    .from(taskReader)
    .where(eq(taskReader.taskId, id))
    .union(db.select({ id: user.id }).from(user).where(sql`substr(roles, 1, 5) = 'Admin'`))
    .prepare(),
);

function countWhere(area: Area, done: 0 | 1, inTime: SQL): SQL<number> {
  return sql<number>`(select count(*) from ${IN_AREA[area]}
    where completed = ${sql.raw(String(done))} and ${inTime})`;
}
