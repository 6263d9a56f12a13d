import { boundsOf } from '@onus/contract/month';
import type { FindTasks, ListTasks, TaskView } from '@onus/contract/task';
import { datesOf } from '@onus/contract/zone';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { series, task, taskReader } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Found } from '../chat-view.ts';
import { notFound } from '../errors.ts';
import { findManagerId, findUser } from '../member/queries.ts';
import { COUNTS_NOW } from '../reader/queries.ts';
import type { Scope, SystemScope } from '../scope.ts';
import { recurrence } from '../series/queries.ts';
import { type From, firstOf, pageOfRows, splitCursor, type TaskPage } from '../task-page.ts';
import { search } from '../task-search.ts';
import { type Assignee, type Task, type TaskRow, viewOfTask } from '../task-view.ts';

/**
 * Whose tasks a list holds (decision 4.4): the caller's own, those of the area they manage (an Admin's is
 * everything) or, to an Admin, of another manager's; or the own list of a person whose record they may see.
 */
export type Whose = 'mine' | 'managed' | { member: string } | { manager: string };

/** One page of a list. @throws DomainError NOT_FOUND for a member that is not the caller's. */
export function listTasks(db: Db, scope: Scope, whose: Whose, input: ListTasks): TaskPage {
  const { key, place } = placeOf(db, scope, whose, input);
  const { limit, find } = input;
  const read = (from: From, count: number) => pageOf(db, key).all({ ...place, ...from, limit: count });
  if (!find) return firstOf(scope, limit, read);
  const { rows, end } = search(find, limit, read);
  return pageOfRows(scope, rows, end);
}

type Asked = Pick<ListTasks, 'view' | 'day' | 'order'> & Partial<Pick<ListTasks, 'month' | 'cursor'>>;

/** Which list is asked for, and the place in it to begin at. */
function placeOf(db: Db, scope: Scope, whose: Whose, { view, day, order, month, cursor }: Asked) {
  const start = order === 'asc' ? ' ' : '9999-12-31T23:59:59.999Z \u{10ffff}';
  const [afterDate, afterId] = splitCursor(cursor ?? start);
  const { area, ...of } = areaOf(db, scope, whose);
  const key: ListKey = `${area} ${view} ${order} ${month ? 'month' : 'always'}`;
  const place = { ...datesOf(day ?? scope.today), ...(month && boundsOf(month)), ...of, afterDate, afterId };
  return { key, place };
}

/**
 * One page of a list by its number, with how many tasks the list has. What does not fit in one response is on
 * the page of `listTasks` that begins at the cursor.
 */
export function findTasks(db: Db, scope: Scope, whose: Whose, input: FindTasks): Found<Task> {
  const { key, place } = placeOf(db, scope, whose, input);
  const offset = (input.page - 1) * input.limit;
  const found = numberedPage(db, key).all({ ...place, limit: input.limit, offset });
  const { items: rows, nextCursor } = pageOfRows(scope, found, undefined);
  return { rows, total: countOfList(db, key).get(place)?.total ?? 0, nextCursor };
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

/** Everybody who may see a task, an Admin maybe twice: a change of it is announced to them. */
export function audienceOf(db: Db, _scope: Scope | SystemScope, id: string): string[] {
  return audience(db)
    .all({ id })
    .map(row => row.id);
}

/** Everybody who may see any task of a series. */
export function audienceOfSeries(db: Db, _scope: Scope, seriesId: string): string[] {
  return seriesAudience(db)
    .all({ id: seriesId })
    .map(row => row.id);
}

// Of a member's own list, `shared` is what the caller may read too.
export type Area = 'own' | 'shared' | 'managed' | 'all';

export function areaOf(db: Db, scope: Scope, whose: Whose): { area: Area; of: string; me: string } {
  const { userId: me } = scope;
  if (whose === 'mine') return { area: 'own', of: me, me };
  if (whose === 'managed') return { area: scope.isAdmin ? 'all' : 'managed', of: me, me };
  if ('manager' in whose) return { area: 'managed', of: findManagerId(db, scope, whose.manager), me };
  const { id: of } = findUser(db, scope, whose.member);
  return { area: scope.isAdmin || of === me ? 'own' : 'shared', of, me };
}

const [of, id] = [sql.placeholder('of'), sql.placeholder('id')];

const IS_READ = sql`exists (
  select 1 from task_reader r where r.task_id = place.task_id and r.user_id = ${sql.placeholder('me')}
    and ${COUNTS_NOW.read})`;
/** The tasks of an area as `place`, whose due dates one index each has in order. */
export const IN_AREA: Record<Area, { from: SQL; id: SQL; isIn: SQL }> = {
  own: onListOf('own'),
  shared: { ...onListOf('own'), isIn: sql`${onListOf('own').isIn} and ${IS_READ}` },
  managed: onListOf('managed'),
  all: { from: sql`task place`, id: sql`place.id`, isIn: sql`place.deleted_at is null` },
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

// The manager who counts now: the view looks at who holds the role.
const manager = sql<string | null>`(select m.user_id from task_manager m where m.task_id = "task"."id")`;
const row = { ...getTableColumns(task), managerId: manager.as('managerId'), ...recurrence, assignees };

/** Tasks change hands in managed areas alone; the other lists are right at every moment. */
function rowOf(key: ListKey) {
  const isOfNow = key.startsWith('managed') ? COUNTS_NOW.listed : sql`1`;
  return { ...row, isOfNow: (isOfNow as SQL<number>).as('isOfNow') };
}

const pageOf = prepared((db, key: ListKey) => {
  const { from, id: placeId, where, inOrder } = stretchOf(key);
  return db
    .select(rowOf(key))
    .from(from)
    .innerJoin(task, eq(task.id, placeId))
    .leftJoin(series, eq(series.id, task.seriesId))
    .where(where)
    .orderBy(...inOrder)
    .limit(sql.placeholder('limit'));
});

/** A far page passes over what comes before it in the index alone; only its own rows are read. */
const numberedPage = prepared((db, key: ListKey) => {
  const { from, id: placeId, where, inOrder } = stretchOf(key);
  const near = sql`select place.due_date, ${placeId} from ${from} where ${where}
    order by ${sql.join(inOrder, sql`, `)} limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}`;
  return db
    .select(rowOf(key))
    .from(sql`(${near}) place`)
    .innerJoin(task, eq(task.id, placeId))
    .leftJoin(series, eq(series.id, task.seriesId))
    .orderBy(...inOrder);
});

const countOfList = prepared((db, key: ListKey) => {
  const { from, where } = stretchOf(key);
  return db.select({ total: sql<number>`count(*)` }).from(from).where(where);
});

const visibleTask = prepared(db =>
  db
    .select(row)
    .from(task)
    .leftJoin(series, eq(series.id, task.seriesId))
    .where(
      and(
        eq(task.id, id),
        isNull(task.deletedAt),
        sql`(${sql.placeholder('admin')} or exists (
          select 1 from task_reader r where r.task_id = "task"."id" and r.user_id = ${sql.placeholder('me')}
            and ${COUNTS_NOW.read}))`,
      ),
    ),
);

const audience = prepared(db =>
  db
    .select({ id: taskReader.userId })
    .from(taskReader)
    .where(and(eq(taskReader.taskId, id), COUNTS_NOW.kept))
    .unionAll(db.select({ id: user.id }).from(user).where(sql`substr(roles, 1, 5) = 'Admin'`)),
);

const seriesAudience = prepared(db =>
  db
    .selectDistinct({ id: taskReader.userId })
    .from(task)
    .innerJoin(taskReader, eq(taskReader.taskId, task.id))
    .where(and(eq(task.seriesId, id), COUNTS_NOW.kept))
    .unionAll(db.select({ id: user.id }).from(user).where(sql`substr(roles, 1, 5) = 'Admin'`)),
);
