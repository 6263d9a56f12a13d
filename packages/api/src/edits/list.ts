import type { Db } from '@onus/db/open';
import { message } from '@onus/db/schema/chat';
import { groceryItem } from '@onus/db/schema/grocery';
import { fieldEdit } from '@onus/db/schema/operation';
import { taskReader } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { isoTime } from '../core/rows/iso-time.ts';
import type { Scope } from '../core/scope.ts';
import { EDITS_KEPT_FOR, type EditedKind, type Overwritten } from './record.ts';

/** A value that the caller has replaced, and that can still be used instead. */
export interface Replaced extends Overwritten {
  kind: EditedKind;
  /** Of the task, the item or the message. */
  id: string;
  at: string;
}

const MOST = 100;

/** Most of them may be replaced again, or of rows that are gone. */
const MOST_SEARCHED = 1000;

/**
 * Values of others that the caller has replaced without knowing of them, newest first: of rows that the caller sees
 * now, and of fields that no one has changed since.
 */
export function listOverwritten(db: Db, scope: Scope): Replaced[] {
  const { userId: me, household, now } = scope;
  return overwrittenBy(db)
    .all({ me, household, since: now - EDITS_KEPT_FOR })
    .map(({ setBy, username, at, ...row }) => ({
      ...row,
      by: setBy === null ? null : { id: setBy, username: username ?? '' },
      at: isoTime(at),
    }));
}

const me = sql.placeholder('me');

const { kind, objectId: id, field, value, setBy, at } = fieldEdit;
const edited = { kind, id, field, value, setBy, at, username: user.username };

const overwrittenBy = prepared(edited, (db, columns) => {
  const newer = sql`(select 1 from field_edit newer where newer.kind = ${kind} and newer.object_id = ${id}
    and newer.field = ${field} and newer.id > ${fieldEdit.id})`;
  const isSeen = sql`case ${kind}
    when 'task' then exists (select 1 from ${taskReader} where ${taskReader.taskId} = ${id} and ${taskReader.userId} = ${me})
    when 'item' then exists (select 1 from ${groceryItem} where ${groceryItem.id} = ${id}
      and ${groceryItem.householdId} = ${sql.placeholder('household')})
    else exists (select 1 from ${message} where ${message.id} = ${id} and ${message.senderId} = ${me}
      and ${message.deletedAt} is null) end`;
  const earliest = sql`coalesce((select earlier.id from field_edit earlier
    where earlier.user_id = ${me} and earlier.overwrote = 1 order by earlier.id desc
    limit 1 offset ${sql.raw(String(MOST_SEARCHED - 1))}), 0)`;
  return db
    .select(columns)
    .from(fieldEdit)
    .leftJoin(user, eq(user.id, setBy))
    .where(
      and(
        eq(fieldEdit.userId, me),
        sql`overwrote = 1`,
        gte(fieldEdit.id, earliest),
        gte(at, sql.placeholder('since')),
        sql`not exists ${newer}`,
        isSeen,
      ),
    )
    .orderBy(desc(fieldEdit.id))
    .limit(MOST);
});
