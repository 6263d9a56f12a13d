import type { Db } from '@onus/db/open';
import { conversation } from '@onus/db/schema/chat';
import { taskReader } from '@onus/db/schema/task';
import { IS_ADMIN, user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Scope, Visitor } from './scope.ts';
import type { UserRow } from './sessions/find.ts';

/** Rows of a managed area that are each looked at for a number. One takes 10 µs. */
const MOST_COUNTED = 2_000;

/**
 * After a change of who manages, readers are renewed in slices. Until that is done, a row counts as far as the
 * rule agrees with it: `task_reader_rule` for one reader of one task, which SQLite cannot find through that view
 * without reading all of it. At all other times nothing is looked at.
 */
export const COUNTS_NOW = {
  /** For a row of `task_reader`. */
  kept: countsNow('task_reader.task_id', sql`task_reader.user_id`),
  /** For a row of it that is called `r`. */
  read: countsNow('r.task_id', sql`r.user_id`),
  /** For a task on a list of the person `of`. */
  listed: countsNow('place.task_id', sql.placeholder('of')),
  /** The same where all of a managed area is looked at: in a larger one every row counts, so that no call waits. */
  counted: countsNow('place.task_id', sql.placeholder('of'), isLargeArea()),
  /** At all times, for a task that is called `t`, also a deleted one: whether the person `me` reads it. */
  ruled: isReadBy(sql.placeholder('me')),
};

/**
 * Everyone who may see anything of a user, also in a thread the two have, page by page: who hears of a change.
 * @param managers theirs, and those they had before the change.
 */
export function* readersOf(
  db: Db,
  _scope: Scope | Visitor,
  { id }: Pick<UserRow, 'id'>,
  managers: readonly (string | null)[],
): Generator<string[]> {
  yield idsOf(partnersOf(db).all({ id }));
  for (const head of new Set([id, ...managers])) {
    if (head === null) continue;
    yield [head];
    yield* pagesOf(place => teamOf(db).all({ head, ...place }));
  }
}

/** The same, with everyone who reads their name on a task or beside an item: for a change that shows anywhere. */
export function* everybodyNear(
  db: Db,
  scope: Scope | Visitor,
  row: Pick<UserRow, 'id'>,
  managers: readonly (string | null)[],
): Generator<string[]> {
  yield* readersOf(db, scope, row, managers);
  const { id } = row;
  yield idsOf(householdsWithItemsOf(db).all({ id }));
  for (const list of ['own', 'managed'] as const) {
    for (const page of pagesOf(place => tasksOf(db, list).all({ id, ...place }))) {
      yield idsOf(readersOfTasks(db).all({ ids: JSON.stringify(page) }));
    }
  }
}

function isLargeArea(): SQL {
  return sql`(select count(*) from (select 1 from task_reader r
    where r.user_id = ${sql.placeholder('of')} and r.managed = 1 limit ${sql.raw(`${MOST_COUNTED + 1}`)})) > ${sql.raw(`${MOST_COUNTED}`)}`;
}

function countsNow(taskId: string, reader: SQLWrapper, isPassedOver: SQL = sql`0`): SQL<number> {
  return sql<number>`((select min(id) from pending_change) is null or ${isPassedOver} or exists (
    select 1 from task t where t.id = ${sql.raw(taskId)} and t.deleted_at is null and ${isReadBy(reader)}))`;
}

/** Whether the rule of now gives a task to one reader; the task is called `t`. Admins read every task. */
function isReadBy(reader: SQLWrapper): SQL {
  return sql`(t.creator_id = ${reader} or (select m.user_id from task_manager m where m.task_id = t.id) = ${reader}
    or exists (select 1 from task_assignee a join user u on u.id = a.user_id where a.task_id = t.id
      and (u.id = ${reader} or (select l.id from leader l where l.id = u.manager_id) = ${reader})))`;
}

interface Placed {
  id: string;
  /** What the rows are in order of, before their ids. */
  mark: string;
}

/** The ids of all rows, so many at a time that other calls have their turn in between. */
function* pagesOf(read: (place: { mark: string; after: string }) => Placed[]): Generator<string[]> {
  let place = { mark: '', after: '' };
  for (;;) {
    const rows = read(place);
    const last = rows.at(-1);
    if (!last) return;
    yield idsOf(rows);
    place = { mark: last.mark, after: last.id };
  }
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(row => row.id);
}

/** So many are read in one turn of the event loop. */
const PAGE = 500;

const id = sql.placeholder('id');

/** Admins, and who has a thread with them. */
const partnersOf = prepared({ id: user.id }, (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(IS_ADMIN)
    .union(
      db.select({ id: conversation.highUserId }).from(conversation).where(eq(conversation.lowUserId, id)),
    )
    .union(
      db.select({ id: conversation.lowUserId }).from(conversation).where(eq(conversation.highUserId, id)),
    ),
);

function isBehind(mark: SQL): SQL {
  return sql`(${mark}) > (${sql.placeholder('mark')}, ${sql.placeholder('after')})`;
}

const teamOf = prepared({ id: user.id, mark: user.username }, (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(sql`manager_id = ${sql.placeholder('head')} and ${isBehind(sql`username, id`)}`)
    .orderBy(user.username, user.id)
    .limit(PAGE),
);

const tasksOf = prepared(
  { id: taskReader.taskId, mark: taskReader.dueDate },
  (db, columns, list: 'own' | 'managed') =>
    db
      .select(columns)
      .from(taskReader)
      .where(sql`user_id = ${id} and ${sql.raw(list)} = 1 and ${isBehind(sql`due_date, task_id`)}`)
      .orderBy(taskReader.dueDate, taskReader.taskId)
      .limit(PAGE),
);

const readersOfTasks = prepared({ id: taskReader.userId }, (db, columns) =>
  db
    .selectDistinct(columns)
    .from(taskReader)
    .where(sql`task_id in (select value from json_each(${sql.placeholder('ids')}))`),
);

const householdsWithItemsOf = prepared({ id: user.id }, (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(
      sql`id in (select household_id from grocery_item where user_id = ${id})
        or manager_id in (select household_id from grocery_item where user_id = ${id})`,
    ),
);
