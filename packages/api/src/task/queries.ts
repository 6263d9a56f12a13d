import type { Day } from '@onus/contract/calendar';
import { folded } from '@onus/contract/folded';
import { boundsOf } from '@onus/contract/month';
import type { ListTasks, TaskView } from '@onus/contract/task';
import { datesOf } from '@onus/contract/zone';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { task, taskReader } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
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

/** One page of a list. @throws DomainError NOT_FOUND for a member that is not the caller's. */
export function listTasks(db: Db, scope: Scope, whose: Whose, input: ListTasks): TaskPage {
  const { view, day, order, month, find, limit } = input;
  const start = order === 'asc' ? ' ' : '9999-12-31T23:59:59.999Z \u{10ffff}';
  const [afterDate, afterId] = splitCursor(input.cursor ?? start);
  const { area, of } = areaOf(db, scope, whose);
  const key: ListKey = `${area} ${view} ${order} ${month ? 'month' : 'always'}`;
  const place = { ...datesOf(day ?? scope.today), ...(month && boundsOf(month)), of, afterDate, afterId };
  const rows = find
    ? matchesIn(db, key).all({ ...place, limit, reach: REACH, words: folded(find) })
    : pageOf(db, key).all({ ...place, limit: limit + 1 });
  const isFull = find ? rows.length === limit : rows.length > limit;
  const last = isFull ? rows[limit - 1] : find && endOfReach(db, key).get({ ...place, reach: REACH - 1 });
  return {
    items: rows.slice(0, limit).map(row => viewOfTask(scope, row)),
    nextCursor: last ? `${last.dueDate} ${last.id}` : null,
  };
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

/** Whether the series of a task has another one on that date: it has one a day (decision 4.6). */
export function isDayTaken(
  db: Db,
  _scope: Scope,
  row: { id: string; seriesId?: string | null | undefined },
  day: Day,
) {
  return row.seriesId ? onDay(db).get({ series: row.seriesId, day, id: row.id }) !== undefined : false;
}

/** Everybody who may see a task, an Admin maybe twice: whom a change of it ticks. */
export function audienceOf(db: Db, _scope: Scope, id: string): string[] {
  return audience(db)
    .all({ id })
    .map(row => row.id);
}

export type Area = 'own' | 'managed' | 'all';

export function areaOf(db: Db, scope: Scope, whose: Whose): { area: Area; of: string } {
  if (whose === 'mine') return { area: 'own', of: scope.userId };
  if (whose === 'managed') return { area: scope.isAdmin ? 'all' : 'managed', of: scope.userId };
  if ('manager' in whose) return { area: 'managed', of: findManagerId(db, scope, whose.manager) };
  return { area: 'own', of: findUser(db, scope, whose.member).id };
}

function splitCursor(cursor: string): [string, string] {
  const gap = cursor.indexOf(' ');
  return [cursor.slice(0, gap), cursor.slice(gap + 1)];
}

const of = sql.placeholder('of');
const id = sql.placeholder('id');

/** The tasks of an area as `place`, whose due dates one index each has in order. */
export const IN_AREA: Record<Area, { from: SQL; id: SQL; isIn: SQL }> = {
  own: onListOf('own'),
  managed: onListOf('managed'),
  all: { from: sql`task place`, id: sql`place.id`, isIn: sql`true` },
};

function onListOf(list: 'own' | 'managed') {
  const isIn = sql`place.user_id = ${of} and place.${sql.raw(list)} = 1`;
  return { from: sql`task_reader place`, id: sql`place.task_id`, isIn };
}

const [today, tomorrow] = [sql.placeholder('today'), sql.placeholder('tomorrow')];

// A date without a time sorts before every time of that date, so due dates compare with dates as text.
export const due = {
  today: sql`place.due_date >= ${today} and place.due_date < ${tomorrow}`,
  before: sql`place.due_date < ${today}`,
  after: sql`place.due_date >= ${tomorrow}`,
  between: sql`place.due_date > ${sql.placeholder('after')} and place.due_date < ${sql.placeholder('before')}`,
  any: sql`true`,
};

const IN_VIEW: Record<TaskView, { done?: 0 | 1; due: SQL }> = {
  all: { due: due.any },
  today: { due: due.today },
  overdue: { done: 0, due: due.before },
  upcoming: { done: 0, due: due.after },
  complete: { done: 1, due: due.any },
  incomplete: { done: 0, due: due.any },
};

// Written out in full: in a select of one table Drizzle drops the table's name from a column inside a
// template, and a correlated subquery then quietly compares the wrong column. Sorted here: for each task
// SQLite would build a tree to do it.
const assignees = sql<Assignee[]>`(
  select json_group_array(json_object('id', u.id, 'username', u.username))
  from task_assignee a join user u on u.id = a.user_id where a.task_id = "task"."id")`
  .mapWith(value => (value === '[]' ? [] : byName(JSON.parse(String(value)))))
  .as('assignees');

const latestDay = sql<Day | null>`iif("task"."series_id" is null, null,
  (select s.due_day from task s where s.series_id = "task"."series_id" order by s.due_day desc limit 1))`.as(
  'latestDay',
);

function byName(people: Assignee[]): Assignee[] {
  return people.sort((one, other) => compare(one.username, other.username) || compare(one.id, other.id));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

type ListKey = `${Area} ${TaskView} ${'asc' | 'desc'} ${'always' | 'month'}`;

/** Where the rows of a list stand, from the cursor on: one stretch of one index, which has them in their order. */
function stretchOf(key: ListKey): { from: SQL; id: SQL; where: SQL | undefined; inOrder: SQL[] } {
  const [area, view, order, time] = key.split(' ') as [Area, TaskView, 'asc' | 'desc', 'always' | 'month'];
  const { from, id: placeId, isIn } = IN_AREA[area];
  const { done, due: inView } = IN_VIEW[view];
  const direction = sql.raw(order);
  const after = sql.placeholder('afterDate');
  // Of two lower bounds SQLite seeks by one and passes over what lies before the other: it is given the later.
  const isAfter = inView === due.after && order === 'asc';
  const where = and(
    isIn,
    done === undefined ? undefined : sql`place.completed = ${sql.raw(String(done))}`,
    isAfter ? undefined : inView,
    time === 'month' ? due.between : undefined,
    sql`(place.due_date, ${placeId}) ${sql.raw(order === 'asc' ? '>' : '<')}
      (${isAfter ? sql`max(${tomorrow}, ${after})` : after}, ${sql.placeholder('afterId')})`,
  );
  return {
    from,
    id: placeId,
    where,
    inOrder: [sql`place.due_date ${direction}`, sql`${placeId} ${direction}`],
  };
}

const row = { ...getTableColumns(task), assignees, latestDay };

const pageOf = prepared((db, key: ListKey) => {
  const { from, id: placeId, where, inOrder } = stretchOf(key);
  return db
    .select(row)
    .from(from)
    .innerJoin(task, eq(task.id, placeId))
    .where(where)
    .orderBy(...inOrder)
    .limit(sql.placeholder('limit'));
});

/** How many rows of a list one call searches: whoever looks further asks again from where it ended. */
const REACH = 1_000;

const matchesIn = prepared((db, key: ListKey) => {
  const { from, id: placeId, where, inOrder } = stretchOf(key);
  const near = sql`select place.due_date, ${placeId} from ${from} where ${where}
    order by ${sql.join(inOrder, sql`, `)} limit ${sql.placeholder('reach')}`;
  return db
    .select(row)
    .from(sql`(${near}) place`)
    .innerJoin(task, eq(task.id, placeId))
    .where(sql`instr(folded(title || ' ' || "task"."text"), ${sql.placeholder('words')}) > 0`)
    .orderBy(...inOrder)
    .limit(sql.placeholder('limit'));
});

/** The last row a search has looked at, if there may be more behind it. */
const endOfReach = prepared((db, key: ListKey) => {
  const { from, id: placeId, where, inOrder } = stretchOf(key);
  return db
    .select({ dueDate: sql<string>`place.due_date`, id: sql<string>`${placeId}` })
    .from(from)
    .where(where)
    .orderBy(...inOrder)
    .limit(1)
    .offset(sql.placeholder('reach'));
});

const visibleTask = prepared(db =>
  db
    .select(row)
    .from(task)
    .where(
      and(
        eq(task.id, id),
        sql`(${sql.placeholder('admin')} or exists (
          select 1 from task_reader r where r.task_id = "task"."id" and r.user_id = ${sql.placeholder('me')}))`,
      ),
    ),
);

const onDay = prepared(db =>
  db
    .select({ id: task.id })
    .from(task)
    .where(
      sql`series_id = ${sql.placeholder('series')} and due_day = ${sql.placeholder('day')} and id <> ${id}`,
    ),
);

const audience = prepared(db =>
  db
    .select({ id: taskReader.userId })
    .from(taskReader)
    .where(eq(taskReader.taskId, id))
    .unionAll(db.select({ id: user.id }).from(user).where(sql`substr(roles, 1, 5) = 'Admin'`)),
);
