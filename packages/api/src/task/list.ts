import { boundsOf } from '@onus/contract/dates/month';
import { datesOf } from '@onus/contract/dates/zone';
import type { FindTasks, ListTasks, TaskView } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import { series, task } from '@onus/db/schema/task';
import { prepared } from '@onus/db/statements/prepared';
import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../core/errors.ts';
import { COUNTS_NOW } from '../core/readers.ts';
import type { Found } from '../core/rows/page.ts';
import type { Scope } from '../core/scope.ts';
import { findManagerId, findUserRow } from '../people/find.ts';
import { type From, firstOf, numberedOf, pageOfRows, splitCursor, type TaskPage } from './pages/page.ts';
import { search } from './pages/search.ts';
import { TASK_ROW } from './series/row.ts';
import { type Task, type TaskRow, viewOfTask } from './view.ts';

/**
 * Whose tasks a list holds (rule 4.4): the caller's own, those of the area they manage (an Admin's is
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
  const total = countOfList(db, key).get(place)?.total ?? 0;
  const offset = (input.page - 1) * input.limit;
  const most = Math.min(input.limit, total - offset);
  if (most <= 0) return { rows: [], total, nextCursor: null };
  const read = (from: From | undefined, count: number) =>
    from
      ? pageOf(db, key).all({ ...place, ...from, limit: count })
      : readNumbered(db, key, place, { offset, count, total });
  const { rows: found, end } = numberedOf(most, read);
  const { items: rows, nextCursor } = pageOfRows(scope, found, end);
  return { rows, total, nextCursor };
}

/** Rows in the second half are counted from the end. */
function readNumbered(
  db: Db,
  key: ListKey,
  place: object,
  { offset, count, total }: { offset: number; count: number; total: number },
): TaskRow[] {
  if (offset < total / 2) return numberedPage(db, key).all({ ...place, limit: count, offset });
  const rest = total - offset;
  const fromEnd = { limit: Math.min(count, rest), offset: Math.max(0, rest - count) };
  return numberedFromEnd(db, key).all({ ...place, ...fromEnd });
}

/** @throws DomainError NOT_FOUND for a task that does not exist or that the caller may not see. */
export function findTask(db: Db, scope: Scope, id: string): Task {
  return viewOfTask(scope, findTaskRow(db, scope, id));
}

/** The same as the database holds it, for commands. */
export function findTaskRow(db: Db, scope: Scope, id: string): TaskRow {
  const row = seekTaskRow(db, scope, id);
  if (!row) throw notFound('Task');
  return row;
}

/** The same, where there may be none. */
export function seekTaskRow(db: Db, scope: Scope, id: string): TaskRow | undefined {
  return visibleTask(db).get({ id, me: scope.userId, admin: Number(scope.isAdmin) });
}

// Of a member's own list, `shared` is what the caller may read too.
export type Area = 'own' | 'shared' | 'managed' | 'all';

export function areaOf(db: Db, scope: Scope, whose: Whose): { area: Area; of: string; me: string } {
  const { userId: me } = scope;
  if (whose === 'mine') return { area: 'own', of: me, me };
  if (whose === 'managed') return { area: scope.isAdmin ? 'all' : 'managed', of: me, me };
  if ('manager' in whose) return { area: 'managed', of: findManagerId(db, scope, whose.manager), me };
  const { id: of } = findUserRow(db, scope, whose.member);
  return { area: scope.isAdmin || of === me ? 'own' : 'shared', of, me };
}

const [of, id] = [sql.placeholder('of'), sql.placeholder('id')];

/** For a task of `place` that the person `me` may read. */
export const IS_READ = sql`exists (
  select 1 from task_reader r where r.task_id = place.task_id and r.user_id = ${sql.placeholder('me')}
    and ${COUNTS_NOW.read})`;
const ALWAYS = { isOfNow: sql<number>`1`, isCounted: sql`1` };
/** What each area says of its tasks, in SQL. */
interface Place extends Record<'from' | 'id' | 'isIn' | 'isCounted', SQL> {
  isOfNow: SQL<number>;
}

/**
 * The tasks of an area as `place`, whose due dates one index each has in order. Tasks change hands in managed areas
 * alone, where `isOfNow` and `isCounted` leave out those that pass to another manager.
 */
export const IN_AREA: Record<Area, Place> = {
  own: onListOf('own'),
  shared: { ...onListOf('own'), isIn: sql`${onListOf('own').isIn} and ${IS_READ}` },
  managed: { ...onListOf('managed'), isOfNow: COUNTS_NOW.listed, isCounted: COUNTS_NOW.counted },
  all: { ...ALWAYS, from: sql`task place`, id: sql`place.id`, isIn: sql`place.deleted_at is null` },
};

function onListOf(list: 'own' | 'managed') {
  const isIn = sql`place.user_id = ${of} and place.${sql.raw(list)} = 1`;
  return { from: sql`task_reader place`, id: sql`place.task_id`, isIn, ...ALWAYS };
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

type ListKey = `${Area} ${TaskView} ${'asc' | 'desc'} ${'always' | 'month'}`;

/** Where the rows of a list stand, from the cursor on: one stretch of one index, which has them in their order. */
function stretchOf(key: ListKey) {
  const [area, view, order, time] = key.split(' ') as [Area, TaskView, 'asc' | 'desc', 'always' | 'month'];
  const { id: placeId, isIn, ...place } = IN_AREA[area];
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
  const orderBy = (way: SQL) => [sql`place.due_date ${way}`, sql`${placeId} ${way}`];
  const reversed = sql.raw(order === 'asc' ? 'desc' : 'asc');
  return { ...place, id: placeId, where, inOrder: orderBy(direction), fromEnd: orderBy(reversed) };
}

function rowOnList(key: ListKey) {
  return { ...TASK_ROW, isOfNow: stretchOf(key).isOfNow };
}

/** A page reads so many rows of the index, and leaves out what passes to another manager afterwards. */
const pageOf = prepared(rowOnList, (db, columns, key) => {
  const { from, id: placeId, where, inOrder } = stretchOf(key);
  return db
    .select(columns)
    .from(from)
    .innerJoin(task, eq(task.id, placeId))
    .leftJoin(series, eq(series.id, task.seriesId))
    .where(where)
    .orderBy(...inOrder)
    .limit(sql.placeholder('limit'));
});

const numberedPage = prepared(rowOnList, (db, columns, key) => numbered(db, columns, key, 'inOrder'));
const numberedFromEnd = prepared(rowOnList, (db, columns, key) => numbered(db, columns, key, 'fromEnd'));

/** A far page passes over what comes before it in the index alone; only its own rows are read. */
function numbered(
  db: Db,
  columns: ReturnType<typeof rowOnList>,
  key: ListKey,
  passed: 'inOrder' | 'fromEnd',
) {
  const { from, id: placeId, where, isCounted, inOrder, ...stretch } = stretchOf(key);
  const order = passed === 'inOrder' ? inOrder : stretch.fromEnd;
  const near = sql`select place.due_date, ${placeId} from ${from} where ${where} and ${isCounted}
    order by ${sql.join(order, sql`, `)} limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}`;
  return db
    .select(columns)
    .from(sql`(${near}) place`)
    .innerJoin(task, eq(task.id, placeId))
    .leftJoin(series, eq(series.id, task.seriesId))
    .orderBy(...inOrder);
}

const countOfList = prepared({ total: count() }, (db, columns, key: ListKey) => {
  const { from, where, isCounted } = stretchOf(key);
  return db.select(columns).from(from).where(and(where, isCounted));
});

const visibleTask = prepared(TASK_ROW, (db, columns) =>
  db
    .select(columns)
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
