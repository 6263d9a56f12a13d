import { ANSWER_KEPT_FOR, LEDGER_KEPT_FOR } from '@onus/contract/operation/retention';
import type { Db } from '@onus/db/open';
import { credentialLink, emailTakeBack, session } from '@onus/db/schema/access/auth';
import { invitation } from '@onus/db/schema/access/invitation';
import { audit } from '@onus/db/schema/audit';
import { deletedItem } from '@onus/db/schema/grocery';
import { appliedOp, fieldEdit } from '@onus/db/schema/operation';
import { task, taskEdit } from '@onus/db/schema/task';
import { prepared } from '@onus/db/statements/prepared';
import { and, asc, count, desc, eq, gte, isNotNull, lt, lte, or, sql } from 'drizzle-orm';
import type { SystemScope } from '../core/scope.ts';
import { EDITS_KEPT_FOR } from '../edits/record.ts';
import { KNOWN_FOR } from '../task/history/changes.ts';

/** Rows read or removed at once: one turn of the event loop serves nothing else. */
const SLICE = 200;
/** Index entries counted at once. */
const COUNTED = 5_000;

/** What names a row of the ledger. */
export interface OperationKey {
  op: string;
  userId: string;
}

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

/** Invitations that were used up or have expired, at most a slice of them. */
export function endedInvitations(db: Db, { now }: SystemScope): string[] {
  return closedInvitations(db)
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

/** What edits replaced long ago, at most a slice of it, oldest first. */
export function forgottenFieldEdits(db: Db, { now }: SystemScope): number[] {
  return oldestFieldEdits(db)
    .all()
    .filter(({ at }) => at < now - EDITS_KEPT_FOR)
    .map(({ id }) => id);
}

/** Tasks that were deleted too long ago to be restored, at most a slice of them. */
export function expiredTasks(db: Db, { now }: SystemScope): string[] {
  return deletedTasks(db)
    .all({ before: now - EDITS_KEPT_FOR })
    .map(({ id }) => id);
}

/** Items that were removed too long ago to be restored, at most a slice of them. */
export function expiredItems(db: Db, { now }: SystemScope): string[] {
  return deletedItems(db)
    .all({ before: now - EDITS_KEPT_FOR })
    .map(({ id }) => id);
}

/** Operations that are forgotten, at most a slice of them. */
export function forgottenOperations(db: Db, { now }: SystemScope): OperationKey[] {
  return oldOperations(db).all({ before: now - LEDGER_KEPT_FOR });
}

/** Operations of which it is only known that they were done, or refused, at most a slice of them. */
export function answeredOperations(db: Db, { now }: SystemScope): OperationKey[] {
  return oldAnswers(db).all({ before: now - ANSWER_KEPT_FOR });
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

const expired = prepared({ id: session.id }, (db, columns) =>
  db
    .select(columns)
    .from(session)
    .where(lte(session.expiresAt, sql.placeholder('now')))
    .limit(SLICE),
);

const ended = prepared({ id: credentialLink.id }, (db, columns) =>
  db
    .select(columns)
    .from(credentialLink)
    .where(or(isNotNull(credentialLink.usedAt), lte(credentialLink.expiresAt, sql.placeholder('now'))))
    .limit(SLICE),
);

const takeBacks = prepared({ id: emailTakeBack.id }, (db, columns) =>
  db
    .select(columns)
    .from(emailTakeBack)
    .where(lte(emailTakeBack.expiresAt, sql.placeholder('now')))
    .limit(SLICE),
);

const closedInvitations = prepared({ id: invitation.id }, (db, columns) =>
  db
    .select(columns)
    .from(invitation)
    .where(or(gte(invitation.used, invitation.uses), lte(invitation.expiresAt, sql.placeholder('now'))))
    .limit(SLICE),
);

const oldest = prepared({ id: audit.id, at: audit.at }, (db, columns) =>
  db
    .select(columns)
    .from(audit)
    .where(eq(audit.refused, sql.placeholder('refused')))
    .orderBy(asc(audit.id))
    .limit(SLICE),
);

const oldestEdits = prepared({ row: sql<number>`rowid`, replacedAt: taskEdit.replacedAt }, (db, columns) =>
  db.select(columns).from(taskEdit).orderBy(sql`rowid`).limit(SLICE),
);

const oldestFieldEdits = prepared({ id: fieldEdit.id, at: fieldEdit.at }, (db, columns) =>
  db.select(columns).from(fieldEdit).orderBy(asc(fieldEdit.id)).limit(SLICE),
);

const deletedTasks = prepared({ id: task.id }, (db, columns) =>
  db
    .select(columns)
    .from(task)
    .where(lt(task.deletedAt, sql.placeholder('before')))
    .limit(SLICE),
);

const deletedItems = prepared({ id: deletedItem.id }, (db, columns) =>
  db
    .select(columns)
    .from(deletedItem)
    .where(lt(deletedItem.deletedAt, sql.placeholder('before')))
    .limit(SLICE),
);

const operationKey = { op: appliedOp.op, userId: appliedOp.userId };

const oldOperations = prepared(operationKey, (db, columns) =>
  db
    .select(columns)
    .from(appliedOp)
    .where(lt(appliedOp.at, sql.placeholder('before')))
    .limit(SLICE),
);

const oldAnswers = prepared(operationKey, (db, columns) =>
  db
    .select(columns)
    .from(appliedOp)
    .where(and(isNotNull(appliedOp.answer), lt(appliedOp.at, sql.placeholder('before'))))
    .limit(SLICE),
);

const newest = prepared({ at: audit.at }, (db, columns) =>
  db.select(columns).from(audit).orderBy(desc(audit.id)).limit(1),
);

const counted = { lines: count(), upTo: sql<number | null>`max(id)` };

const next = prepared(counted, (db, columns) => {
  const lines = sql`select id from audit
    where refused = ${sql.placeholder('refused')} and id > ${sql.placeholder('after')} order by id limit ${COUNTED}`;
  return db.select(columns).from(sql`(${lines})`);
});
