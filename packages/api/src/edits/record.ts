import type { Db } from '@onus/db/open';
import { fieldEdit } from '@onus/db/schema/operation';
import { user } from '@onus/db/schema/user';
import { prepared, preparedWrite } from '@onus/db/statements/prepared';
import { and, desc, eq, max, sql } from 'drizzle-orm';
import type { Scope } from '../core/scope.ts';

/** How long it is known what an edit replaced, and how long what was deleted can be restored, in milliseconds. */
export const EDITS_KEPT_FOR = 30 * 86_400_000;

export type EditedKind = (typeof fieldEdit.$inferSelect)['kind'];

/** A value of another person that the caller replaced without having seen it (rule 7.4). */
export interface Overwritten {
  field: string;
  value: unknown;
  /** The person who set it; null if that is no longer known. */
  by: { id: string; username: string } | null;
}

/** What a command may answer besides its row. */
export interface Overwriting {
  /** Only where the caller has replaced values of others: "Ana changed this to …". */
  overwrote?: Overwritten[];
}

/**
 * Keeps who edited which fields of an object, and what that replaced; for a transaction that is open.
 * @param before the values that are replaced.
 * @param unseen fields that another edit had changed without the caller's knowing.
 */
export function recordEdits(
  db: Db,
  scope: Scope,
  object: { kind: EditedKind; objectId: string },
  before: Record<string, unknown>,
  unseen: readonly string[] = [],
): Overwritten[] {
  return Object.entries(before).flatMap(([field, value]) => {
    const by = editorOf(db).get({ ...object, field }) ?? null;
    const overwrote = unseen.includes(field);
    const edit = { setBy: by?.id ?? null, userId: scope.userId, at: scope.now, overwrote: Number(overwrote) };
    editInsert(db).run({ ...object, ...edit, field, value });
    return overwrote ? [{ field, value, by }] : [];
  });
}

/** The same for many objects of one kind that are deleted at once; for a transaction that is open. */
export function recordDeletions(db: Db, scope: Scope, kind: EditedKind, objectIds: readonly string[]): void {
  deletionsInsert(db).run({ kind, ids: JSON.stringify(objectIds), userId: scope.userId, at: scope.now });
}

/** Forgets the texts that an object had: what was deleted is not kept in its edits. */
export function forgetEdits(db: Db, _scope: Scope, kind: EditedKind, objectId: string): void {
  db.delete(fieldEdit)
    .where(and(eq(fieldEdit.kind, kind), eq(fieldEdit.objectId, objectId)))
    .run();
}

/** Forgets the last edit of a field, of which nothing is left because it was undone. */
export function forgetLastEdit(
  db: Db,
  _scope: Scope,
  object: { kind: EditedKind; objectId: string; field: string },
): void {
  lastForget(db).run(object);
}

const { placeholder } = sql;

/** Who edited a field last. */
const editorOf = prepared({ id: user.id, username: user.username }, (db, columns) =>
  db
    .select(columns)
    .from(fieldEdit)
    .innerJoin(user, eq(user.id, fieldEdit.userId))
    .where(
      and(
        eq(fieldEdit.kind, placeholder('kind')),
        eq(fieldEdit.objectId, placeholder('objectId')),
        eq(fieldEdit.field, placeholder('field')),
      ),
    )
    .orderBy(desc(fieldEdit.id))
    .limit(1),
);

const lastForget = preparedWrite(db =>
  db.delete(fieldEdit).where(
    eq(
      fieldEdit.id,
      db
        .select({ id: max(fieldEdit.id) })
        .from(fieldEdit)
        .where(
          and(
            eq(fieldEdit.kind, placeholder('kind')),
            eq(fieldEdit.objectId, placeholder('objectId')),
            eq(fieldEdit.field, placeholder('field')),
          ),
        ),
    ),
  ),
);

const editInsert = preparedWrite(db =>
  db.insert(fieldEdit).values({
    kind: placeholder('kind'),
    objectId: placeholder('objectId'),
    field: placeholder('field'),
    value: placeholder('value'),
    setBy: placeholder('setBy'),
    userId: placeholder('userId'),
    at: placeholder('at'),
    overwrote: placeholder('overwrote'),
  }),
);

const deletionsInsert = preparedWrite(db =>
  db.insert(fieldEdit).select(sql`
    select null, ${placeholder('kind')}, deleted.value, 'deleted', 'false',
      (select e.user_id from field_edit e where e.kind = ${placeholder('kind')} and e.object_id = deleted.value
        and e.field = 'deleted' order by e.id desc limit 1),
      ${placeholder('userId')}, ${placeholder('at')}, 0
    from json_each(${placeholder('ids')}) deleted`),
);
