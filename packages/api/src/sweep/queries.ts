import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { audit } from '@onus/db/schema/audit';
import { credentialLink, emailTakeBack, session } from '@onus/db/schema/auth';
import { taskEdit } from '@onus/db/schema/task';
import { asc, desc, eq, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { SystemScope } from '../scope.ts';
import { KNOWN_FOR } from '../task-changes.ts';

/** Rows read or removed at once: one turn of the event loop serves nothing else. */
const SLICE = 200;
/** Index entries counted at once. */
const COUNTED = 5_000;

interface AuditLine {
  id: number;
  /** Epoch milliseconds. */
  at: number;
}

interface AuditCount {
  lines: number;
  /** The id of the last of them; null where there is none. */
  upTo: number | null;
}

/** Sessions that are over, at most a slice of them. */
export function expiredSessions(db: Db, { now }: SystemScope): string[] {
  return expired(db)
    .all({ now })
    .map(({ id }) => id);
}

/** Links that were used or are over, at most a slice of them. */
export function endedLinks(db: Db, { now }: SystemScope): string[] {
  return ended(db)
    .all({ now })
    .map(({ id }) => id);
}

/** Links that take an email back and have expired, at most a slice of them. */
export function expiredTakeBacks(db: Db, { now }: SystemScope): number[] {
  return takeBacks(db)
    .all({ now })
    .map(({ id }) => id);
}

/** Edits that are forgotten, at most a slice of them, oldest first. They are read in the order they were made. */
export function forgottenEdits(db: Db, { now }: SystemScope): number[] {
  return oldestEdits(db)
    .all()
    .filter(({ replacedAt }) => replacedAt < now - KNOWN_FOR)
    .map(({ row }) => row);
}

/** The oldest lines of done or refused calls, at most a slice of them. */
export function oldestLines(db: Db, _scope: SystemScope, refused: boolean): AuditLine[] {
  return oldest(db).all({ refused: Number(refused) });
}

/** When the newest line was written; null in an empty log. */
export function newestLineAt(db: Db, _scope: SystemScope): number | null {
  return newest(db).get()?.at ?? null;
}

/** Counts lines of one kind that follow a number, at most so many as take no time. */
export function countLinesAfter(db: Db, _scope: SystemScope, refused: boolean, after: number): AuditCount {
  return next(db).get({ refused: Number(refused), after }) ?? { lines: 0, upTo: null };
}

const expired = prepared(db =>
  db
    .select({ id: session.id })
    .from(session)
    .where(lte(session.expiresAt, sql.placeholder('now')))
    .limit(SLICE),
);

const ended = prepared(db =>
  db
    .select({ id: credentialLink.id })
    .from(credentialLink)
    .where(or(isNotNull(credentialLink.usedAt), lte(credentialLink.expiresAt, sql.placeholder('now'))))
    .limit(SLICE),
);

const takeBacks = prepared(db =>
  db
    .select({ id: emailTakeBack.id })
    .from(emailTakeBack)
    .where(lte(emailTakeBack.expiresAt, sql.placeholder('now')))
    .limit(SLICE),
);

const oldest = prepared(db =>
  db
    .select({ id: audit.id, at: audit.at })
    .from(audit)
    .where(eq(audit.refused, sql.placeholder('refused')))
    .orderBy(asc(audit.id))
    .limit(SLICE),
);

const oldestEdits = prepared(db =>
  db
    .select({ row: sql<number>`rowid`.as('row'), replacedAt: taskEdit.replacedAt })
    .from(taskEdit)
    .orderBy(sql`rowid`)
    .limit(SLICE),
);

const newest = prepared(db => db.select({ at: audit.at }).from(audit).orderBy(desc(audit.id)).limit(1));

const next = prepared(db => {
  const lines = sql`select id from audit
    where refused = ${sql.placeholder('refused')} and id > ${sql.placeholder('after')} order by id limit ${COUNTED}`;
  return db
    .select({ lines: sql<number>`count(*)`.as('lines'), upTo: sql<number | null>`max(id)`.as('up_to') })
    .from(sql`(${lines})`);
});
