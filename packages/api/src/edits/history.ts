import type { Db } from '@onus/db/open';
import { fieldEdit } from '@onus/db/schema/operation';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { decoded } from '@onus/db/statements/selection';
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { isoTime } from '../core/rows/iso-time.ts';
import type { Page } from '../core/rows/page.ts';
import { cutToFit } from '../core/rows/page-size.ts';
import type { Scope } from '../core/scope.ts';
import { EDITS_KEPT_FOR, type EditedKind } from './record.ts';

/** One change of an object: who made it, and what each field was before and after it. */
export interface Entry {
  /** Increases with every change; null for the creation. */
  id: number | null;
  kind: 'created' | 'edited' | 'deleted' | 'restored';
  at: string;
  /** The person; null for what the server did by itself, as the follow-up of a series. */
  by: { id: string; username: string } | null;
  changes: { field: string; before: unknown; after: unknown }[];
}

/** What an object is now, and how it came to be. */
interface Present {
  kind: EditedKind;
  objectId: string;
  /** The fields as they are now. */
  fields: object;
  /** Epoch milliseconds. */
  createdAt: number;
  createdBy: Entry['by'];
}

/** Changed fields that one page reads: more than one change has. */
const PAGE = 50;

/** Changes of the last 30 days, newest first. The caller may see the object: who asks has looked that up. */
export function listEntries(
  db: Db,
  scope: Scope,
  { kind, objectId, fields, createdAt, createdBy }: Present,
  cursor: number | null | undefined,
): Page<Entry> {
  const since = scope.now - EDITS_KEPT_FOR;
  const before = cursor ?? Number.MAX_SAFE_INTEGER;
  const read = editsOf(db).all({ kind, objectId, since, before, limit: PAGE + 1 });
  const now = { deleted: false, ...fields } as Record<string, unknown>;
  const entries = entriesOf(read, now);
  const isLast = read.length <= PAGE;
  // The oldest of them may have more fields on the next page.
  if (!isLast) entries.pop();
  else if (createdAt >= since)
    entries.push({ id: null, kind: 'created', at: isoTime(createdAt), by: createdBy, changes: [] });
  const nextCursor = isLast ? null : (entries.at(-1)?.id ?? null);
  return cutToFit({ items: entries, nextCursor }, ({ id }) => id ?? 0, textsOf);
}

type Edit = ReturnType<ReturnType<typeof editsOf>['all']>[number];

/** Joins the fields that one person changed at once. An entry has the id of its first field. */
function entriesOf(edits: readonly Edit[], now: Record<string, unknown>): Entry[] {
  const entries: (Entry & { edit: Edit })[] = [];
  for (const edit of edits) {
    const last = entries.at(-1);
    const { field, before, next, after } = edit;
    const change = { field, before, after: next === null ? now[field] : after };
    const isSame = last?.edit.userId === edit.userId && last.edit.at === edit.at;
    if (isSame && !last.changes.some(one => one.field === field)) {
      last.changes.unshift(change);
      last.id = edit.id;
    } else {
      const by = { id: edit.userId, username: edit.username ?? '' };
      entries.push({ id: edit.id, kind: 'edited', at: isoTime(edit.at), by, changes: [change], edit });
    }
  }
  return entries.map(({ edit: _edit, ...entry }) => {
    const deletion = entry.changes.find(({ field }) => field === 'deleted');
    return deletion ? { ...entry, kind: deletion.after ? 'deleted' : 'restored', changes: [] } : entry;
  });
}

function textsOf({ by, changes }: Entry): string[] {
  return [by?.username ?? '', JSON.stringify(changes)];
}

const { placeholder } = sql;
const { id, field, value: before, userId, at } = fieldEdit;

const newer = sql`from field_edit newer where newer.kind = ${fieldEdit.kind} and newer.object_id = ${fieldEdit.objectId}
  and newer.field = ${field} and newer.id > ${id} order by newer.id limit 1`;

const edited = {
  id,
  field,
  before,
  userId,
  at,
  username: user.username,
  /** The next edit of the same field, which replaced what this one set; null if there is none. */
  next: sql<number | null>`(select newer.id ${newer})`,
  after: decoded<unknown>(sql`(select newer.value ${newer})`, text => JSON.parse(text)),
};

const editsOf = prepared(edited, (db, columns) =>
  db
    .select(columns)
    .from(fieldEdit)
    .leftJoin(user, eq(user.id, userId))
    .where(
      and(
        eq(fieldEdit.kind, placeholder('kind')),
        eq(fieldEdit.objectId, placeholder('objectId')),
        lt(id, placeholder('before')),
        gte(at, placeholder('since')),
      ),
    )
    .orderBy(desc(id))
    .limit(placeholder('limit')),
);
