import type { AuditDetail, AuditEvent, Named } from '@onus/contract/audit-entry';
import { ifWritable } from '@onus/db/if-writable';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { audit } from '@onus/db/schema/audit';
import { sql } from 'drizzle-orm';
import { networkOf } from '../network.ts';
import type { Scope, SystemScope, Visitor } from '../scope.ts';

export interface Told {
  /** The caller, unless it says otherwise. */
  actor?: Named;
  subject?: Named | null;
  /** Few and short words, and never a secret. */
  detail?: AuditDetail;
  refused?: boolean;
}

/** How long a line is kept (see the triggers, which let nothing go sooner). */
const AGE = 400 * 86_400_000;
const MOST = { done: 1_000_000, refused: 200_000 };
/** Every so many lines the oldest are looked at, and at most so many go at once. */
const TRIM_EVERY = 500;
const TRIM_AT_ONCE = 2_000;

/** Writes one line, in the transaction of what it tells of where there is one: so there is never a half. */
export function record(
  db: Db,
  scope: Scope | Visitor | SystemScope,
  event: AuditEvent,
  { actor, subject, detail = {}, refused = false }: Told = {},
): void {
  const who = actor ?? callerOf(scope);
  const { lastInsertRowid } = insertLine(db).run({
    at: scope.now,
    event,
    refused,
    actorId: who?.id ?? null,
    actorName: who?.username ?? null,
    subjectId: subject?.id ?? null,
    subjectName: subject?.username ?? null,
    // An untidy proxy passes on whatever it was sent.
    address: networkOf(scope.trail.address).slice(0, 64),
    procedure: scope.trail.procedure,
    detail,
  });
  const id = Number(lastInsertRowid);
  if (id % TRIM_EVERY === 0) trim(db, scope.now);
}

/**
 * Writes what was refused, in a transaction of its own: the one it happened in is undone. A log that cannot
 * be written is no reason to answer otherwise.
 */
export function recordRefusal(
  db: Db,
  scope: Scope | Visitor,
  event: AuditEvent,
  told: Pick<Told, 'subject' | 'detail'>,
): void {
  ifWritable(db, () => record(db, scope, event, { ...told, refused: true }));
}

function callerOf(scope: Scope | Visitor | SystemScope): Named | null {
  return 'userId' in scope ? { id: scope.userId, username: scope.username } : null;
}

/** Refusals are counted apart: whoever has a million of them made drives nothing else out of the log. */
function trim(db: Db, now: number): void {
  trimAged(db).run({ before: now - AGE });
  trimExcess(db).run({ refused: 0, most: MOST.done });
  trimExcess(db).run({ refused: 1, most: MOST.refused });
}

const insertLine = prepared(db =>
  db.insert(audit).values({
    at: sql.placeholder('at'),
    event: sql.placeholder('event'),
    refused: sql.placeholder('refused'),
    actorId: sql.placeholder('actorId'),
    actorName: sql.placeholder('actorName'),
    subjectId: sql.placeholder('subjectId'),
    subjectName: sql.placeholder('subjectName'),
    address: sql.placeholder('address'),
    procedure: sql.placeholder('procedure'),
    detail: sql.placeholder('detail'),
  }),
);

const trimAged = prepared(db =>
  db.delete(audit).where(
    sql`id in (
        select id from (select id, at from audit order by id limit ${TRIM_AT_ONCE})
        where at < ${sql.placeholder('before')}
      )`,
  ),
);

const trimExcess = prepared(db => {
  const refused = sql.placeholder('refused');
  const newest = sql`select id from audit where refused = ${refused} order by id desc`;
  return db.delete(audit).where(
    sql`id in (
        select id from audit
        where refused = ${refused} and id <= (${newest} limit 1 offset ${sql.placeholder('most')})
        order by id limit ${TRIM_AT_ONCE}
      )`,
  );
});
