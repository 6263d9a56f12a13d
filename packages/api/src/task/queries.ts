import type { RecurrenceType } from '@onus/contract/recurrence';
import type { ListTasks, TaskView } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { task, taskAssignee } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { owns } from './policy.ts';

export interface Task {
  id: string;
  title: string;
  text: string;
  /** Canonical ISO timestamp; its UTC date is the date the task is due. */
  dueDate: string;
  completed: boolean;
  recurrenceType: RecurrenceType;
  recurrenceInterval: number;
  recurrenceEndDate: string | null;
  creatorId: string;
  managerId: string | null;
  assignees: { id: string; username: string }[];
  createdAt: string;
  /** What an edit is based on: send it back with the change (decision 4.8). */
  updatedAt: string;
  /** What the caller may do, so that the app repeats no rule (law 6). */
  may: { assign: boolean; delete: boolean };
}

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

export type TaskRow = typeof task.$inferSelect & { assignees: string };

/** One page of the caller's own list: assigned to them, or made by them for nobody (decision 4.4). */
export function listTasks(db: Db, scope: Scope, { view, order, limit, cursor }: ListTasks): TaskPage {
  const start = order === 'asc' ? ['', ''] : ['9999-99-99', ''];
  const [afterDay, afterId] = cursor ? [cursor.slice(0, 10), cursor.slice(11)] : start;
  const rows = pageOfMine(db, `${view} ${order}`).all({
    ...asked(scope),
    afterDay,
    afterId,
    limit: limit + 1,
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(row => viewOf(scope, row)),
    nextCursor: last ? `${last.dueDay} ${last.id}` : null,
  };
}

/** The caller's whole list, as the REST API promises it (decision 4.5). */
export function wholeList(db: Db, scope: Scope, view: TaskView): Task[] {
  const all = { ...asked(scope), afterDay: '', afterId: '', limit: -1 };
  return pageOfMine(db, `${view} asc`)
    .all(all)
    .map(row => viewOf(scope, row));
}

export function countTasks(db: Db, scope: Scope): TaskCounts {
  return countsOfMine(db).get(asked(scope)) ?? { today: 0, overdue: 0, upcoming: 0 };
}

/** @throws DomainError NOT_FOUND for a task that does not exist or that the caller may not see. */
export function findTask(db: Db, scope: Scope, id: string): Task {
  return viewOf(scope, findTaskRow(db, scope, id));
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
    .flatMap(row => (row.id ? [row.id] : []));
}

function viewOf(scope: Scope, row: TaskRow): Task {
  const { dueDay: _day, seriesId: _series, anchorDay: _anchor, ...columns } = row;
  const owned = owns(scope, row);
  return {
    ...columns,
    assignees: JSON.parse(row.assignees),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    may: { assign: owned, delete: owned },
  };
}

function asked(scope: Scope) {
  return { me: scope.userId, today: scope.today };
}

const me = sql.placeholder('me');
const today = sql.placeholder('today');

// Written out in full: in a select of one table Drizzle drops the table's name from a column inside a
// template, and a correlated subquery then quietly compares the wrong column.
const assignees = sql<string>`(
  select json_group_array(json_object('id', u.id, 'username', u.username) order by u.username, u.id)
  from task_assignee a join user u on u.id = a.user_id where a.task_id = "task"."id")`.as('assignees');
const assignedToMe = sql`"task"."id" in (select task_id from task_assignee where user_id = ${me})`;
const forNobody = sql`not exists (select 1 from task_assignee where task_id = "task"."id")`;
const mine = sql`(${assignedToMe} or (${task.creatorId} = ${me} and ${forNobody}))`;

const IN_VIEW: Record<TaskView, SQL | undefined> = {
  all: undefined,
  today: eq(task.dueDay, today),
  overdue: sql`${task.completed} = 0 and ${task.dueDay} < ${today}`,
  upcoming: sql`${task.completed} = 0 and ${task.dueDay} > ${today}`,
  complete: sql`${task.completed} = 1`,
  incomplete: sql`${task.completed} = 0`,
};

const pageOfMine = prepared((db, key: `${TaskView} ${'asc' | 'desc'}`) => {
  const [view, order] = key.split(' ') as [TaskView, 'asc' | 'desc'];
  const direction = order === 'asc' ? asc : desc;
  const place = sql`(${sql.placeholder('afterDay')}, ${sql.placeholder('afterId')})`;
  const after = sql`(${task.dueDay}, ${task.id}) ${sql.raw(order === 'asc' ? '>' : '<')} ${place}`;
  return db
    .select({ ...getTableColumns(task), assignees })
    .from(task)
    .where(and(mine, IN_VIEW[view], after))
    .orderBy(direction(task.dueDay), direction(task.id))
    .limit(sql.placeholder('limit'))
    .prepare();
});

const countsOfMine = prepared(db =>
  db
    .select({
      today: sql<number>`count(*) filter (where ${task.dueDay} = ${today})`,
      overdue: sql<number>`count(*) filter (where ${task.dueDay} < ${today})`,
      upcoming: sql<number>`count(*) filter (where ${task.dueDay} > ${today})`,
    })
    .from(task)
    .where(and(mine, eq(task.completed, false)))
    .prepare(),
);

const visibleTask = prepared(db =>
  db
    .select({ ...getTableColumns(task), assignees })
    .from(task)
    .where(
      and(
        eq(task.id, sql.placeholder('id')),
        sql`(${sql.placeholder('admin')} or ${task.creatorId} = ${me} or ${task.managerId} = ${me} or ${assignedToMe})`,
      ),
    )
    .prepare(),
);

const audience = prepared(db => {
  const id = sql.placeholder('id');
  return db
    .select({ id: taskAssignee.userId as SQL<string | null> | typeof taskAssignee.userId })
    .from(taskAssignee)
    .where(eq(taskAssignee.taskId, id))
    .union(db.select({ id: task.creatorId }).from(task).where(eq(task.id, id)))
    .union(db.select({ id: task.managerId }).from(task).where(eq(task.id, id)))
    .union(db.select({ id: user.id }).from(user).where(sql`substr(roles, 1, 5) = 'Admin'`))
    .prepare();
});
