import { task, taskAssignee, taskManager } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { decoded } from '@onus/db/statements/selection';
import { getTableColumns, sql } from 'drizzle-orm';
import type { Assignee } from '../view.ts';
import { recurrence } from './find.ts';

type ManagerId = (typeof taskManager.$inferSelect)['userId'];

// Sorted here: SQLite would build a tree for each task to do it.
const assignees = decoded<Assignee[]>(
  sql`(select json_group_array(json_object('id', ${user.id}, 'username', ${user.username}))
    from ${taskAssignee} join ${user} on ${user.id} = ${taskAssignee.userId} where ${taskAssignee.taskId} = ${task.id})`,
  text => (text === '[]' ? [] : byName(JSON.parse(text))),
);

/** The manager who counts now. */
const managerId = sql<ManagerId>`(
  select ${taskManager.userId} from ${taskManager} where ${taskManager.taskId} = ${task.id})`;

/** Who completed it, also if their account was deleted since. */
const completer = sql<string | null>`iif(${task.completedBy} is null, null,
  (select "completer"."username" from ${user} "completer" where "completer"."id" = ${task.completedBy}))`;

/** A task as all statements read it, with its series joined to it. */
export const TASK_ROW = { ...getTableColumns(task), managerId, ...recurrence, completer, assignees };

function byName(people: Assignee[]): Assignee[] {
  return people.sort((one, other) => compare(one.username, other.username) || compare(one.id, other.id));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
