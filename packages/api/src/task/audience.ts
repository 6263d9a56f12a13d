import type { Db } from '@onus/db/open';
import { task, taskReader } from '@onus/db/schema/task';
import { IS_ADMIN, user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, eq, sql } from 'drizzle-orm';
import { queueNotice } from '../core/notify/queue.ts';
import { COUNTS_NOW } from '../core/readers.ts';
import type { Scope, SystemScope } from '../core/scope.ts';

/** Everyone who may see a task, an Admin maybe twice: a change of it is announced to them. */
export function audienceOf(db: Db, _scope: Scope | SystemScope, id: string): string[] {
  return audience(db)
    .all({ id })
    .map(row => row.id);
}

/** Everyone who may see any task of a series. */
export function audienceOfSeries(db: Db, _scope: Scope, seriesId: string): string[] {
  return seriesAudience(db)
    .all({ id: seriesId })
    .map(row => row.id);
}

/** Notifies people who were assigned to a task just now; for a transaction that is open. */
export function tellAssigned(db: Db, scope: Scope, id: string, people: readonly string[]): void {
  for (const userId of new Set(people)) queueNotice(db, scope, userId, { kind: 'assigned', objectId: id });
}

const id = sql.placeholder('id');

const audience = prepared({ id: taskReader.userId }, (db, columns) =>
  db
    .select(columns)
    .from(taskReader)
    .where(and(eq(taskReader.taskId, id), COUNTS_NOW.kept))
    .unionAll(db.select({ id: user.id }).from(user).where(IS_ADMIN)),
);

const seriesAudience = prepared({ id: taskReader.userId }, (db, columns) =>
  db
    .selectDistinct(columns)
    .from(task)
    .innerJoin(taskReader, eq(taskReader.taskId, task.id))
    .where(and(eq(task.seriesId, id), COUNTS_NOW.kept))
    .unionAll(db.select({ id: user.id }).from(user).where(IS_ADMIN)),
);
