import type { ListDeleted } from '@onus/contract/limits/page';
import type { Db } from '@onus/db/open';
import { series, task } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../core/errors.ts';
import { COUNTS_NOW } from '../core/readers.ts';
import { isoTime } from '../core/rows/iso-time.ts';
import { type Page, pageOf } from '../core/rows/page.ts';
import type { Scope } from '../core/scope.ts';
import { EDITS_KEPT_FOR } from '../edits/record.ts';
import { owns } from './policy.ts';
import { TASK_ROW } from './series/row.ts';
import type { Assignee, TaskRow } from './view.ts';

/** Rows per page. */
const PAGE = 50;

/** A task that was deleted, as the people who could see it get it. */
export interface DeletedTask {
  id: string;
  title: string;
  text: string;
  dueDate: string;
  completed: boolean;
  assignees: Assignee[];
  deletedAt: string;
  deletedBy: Assignee;
  may: { restore: boolean };
}

/**
 * The tasks that were deleted in the last 30 days, newest first: those that the caller could see when they were deleted
 * and could see now.
 */
export function listDeletedTasks(db: Db, scope: Scope, { cursor }: ListDeleted): Page<DeletedTask, string> {
  const [at = '', ...id] = cursor?.split(' ') ?? [];
  const place = { since: scope.now - EDITS_KEPT_FOR, me: scope.userId, limit: PAGE + 1 };
  const from = cursor ? { at: Number(at), id: id.join(' ') } : { at: Number.MAX_SAFE_INTEGER, id: '' };
  const rows = deletedTasks(db, scope.isAdmin ? 'all' : 'mine').all({ ...place, ...from });
  const items = rows.map(row => viewOf(scope, row));
  return pageOf(items, PAGE, one => `${Date.parse(one.deletedAt)} ${one.id}`, textsOf);
}

/**
 * A deleted task that can be restored, for commands. @throws DomainError NOT_FOUND for one that was not deleted, that
 * was deleted too long ago, or that the caller could not see.
 */
export function findDeletedRow(db: Db, scope: Scope, id: string): TaskRow {
  const since = scope.now - EDITS_KEPT_FOR;
  const row = deletedTask(db, scope.isAdmin ? 'all' : 'mine').get({ id, since, me: scope.userId });
  if (!row) throw notFound('Task');
  return row;
}

/** To a deletion, or a completion, of what is deleted already. A task out of sight is not: nothing was done to it. */
export function respondDeleted(db: Db, _scope: Scope, id: string): { id: string } | null {
  const here = and(eq(task.id, id), isNull(task.deletedAt));
  const there = db.select({ id: task.id }).from(task).where(here).get();
  return there ? null : { id };
}

type Deleted = TaskRow & { deleter: string };

function viewOf(scope: Scope, row: Deleted): DeletedTask {
  const { id, title, text, dueDate, completed, assignees, deletedAt, deletedBy, deleter } = row;
  return {
    id,
    title,
    text,
    dueDate,
    completed,
    assignees,
    deletedAt: isoTime(deletedAt ?? 0),
    deletedBy: { id: deletedBy ?? '', username: deleter },
    may: { restore: owns(scope, row) },
  };
}

function textsOf({ title, text, assignees, deletedBy }: DeletedTask): string[] {
  return [title, text, deletedBy.username, ...assignees.map(one => one.id + one.username)];
}

type Whose = 'mine' | 'all';

const { placeholder } = sql;
const deleter = sql<string>`(select "deleter"."username" from ${user} "deleter" where "deleter"."id" = ${task.deletedBy})`;
const DELETED_ROW = { ...TASK_ROW, deleter };
const isRestorable = gte(task.deletedAt, placeholder('since'));
const isRead = sql`exists (select 1 from task t where t.id = ${task.id} and ${COUNTS_NOW.ruled})`;

/** Who reads them has an index in order of the deletion; of all, which an Admin sees, the deleted tasks have one. */
const LISTED: Record<Whose, { from: SQL; id: SQL; isTheirs: SQL | undefined }> = {
  mine: {
    from: sql`deleted_task_reader place`,
    id: sql`place.task_id`,
    isTheirs: sql`place.user_id = ${placeholder('me')} and ${isRead}`,
  },
  all: { from: sql`task place`, id: sql`place.id`, isTheirs: undefined },
};

const deletedTasks = prepared(DELETED_ROW, (db, columns, whose: Whose) => {
  const { from, id, isTheirs } = LISTED[whose];
  return db
    .select(columns)
    .from(from)
    .innerJoin(task, eq(task.id, id))
    .leftJoin(series, eq(series.id, task.seriesId))
    .where(
      and(
        isTheirs,
        sql`place.deleted_at >= ${placeholder('since')}`,
        sql`(place.deleted_at, ${id}) < (${placeholder('at')}, ${placeholder('id')})`,
      ),
    )
    .orderBy(sql`place.deleted_at desc`, sql`${id} desc`)
    .limit(placeholder('limit'));
});

const deletedTask = prepared(TASK_ROW, (db, columns, whose: Whose) =>
  db
    .select(columns)
    .from(task)
    .leftJoin(series, eq(series.id, task.seriesId))
    .where(and(eq(task.id, placeholder('id')), isRestorable, whose === 'all' ? undefined : isRead)),
);
