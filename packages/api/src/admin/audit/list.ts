import type { AuditEntry, AuditEvent, Named } from '@onus/contract/audit/entry';
import type { ListAudit } from '@onus/contract/audit/list';
import type { Db } from '@onus/db/open';
import { audit } from '@onus/db/schema/audit';
import { user } from '@onus/db/schema/user';
import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { permit } from '../../core/errors.ts';
import { pageOf } from '../../core/rows/page.ts';
import type { Scope, SystemScope } from '../../core/scope.ts';
import { mayReadAudit } from './policy.ts';

export interface AuditPage {
  items: AuditEntry[];
  nextCursor: number | null;
}

/** What the command line narrows the log to. */
export interface AuditFilter {
  limit: number;
  /** Epoch milliseconds. */
  since?: number | undefined;
  /** A person by id, email or a name they had: what they did and what was done to them. */
  who?: string | undefined;
  /** An event, or the group it is of. */
  event?: string | undefined;
}

type Line = typeof audit.$inferSelect;

/** One page, newest first. @throws DomainError FORBIDDEN */
export function listAudit(db: Db, scope: Scope, { limit, cursor }: ListAudit): AuditPage {
  permit(mayReadAudit(scope));
  const rows = linesWhere(db, cursor ? lt(audit.id, cursor) : undefined, limit + 1);
  return pageOf(rows.map(viewOf), limit, line => line.id);
}

/** The last lines that fit, newest last: as the operator reads a log. */
export function readAudit(db: Db, _scope: SystemScope, filter: AuditFilter): AuditEntry[] {
  const { limit, since, who, event } = filter;
  const fits = and(
    since === undefined ? undefined : gte(audit.at, since),
    event === undefined ? undefined : isOf(event),
    who === undefined ? undefined : concerns(db, who),
  );
  return linesWhere(db, fits, limit).reverse().map(viewOf);
}

function linesWhere(db: Db, fits: SQL | undefined, limit: number): Line[] {
  return db.select().from(audit).where(fits).orderBy(desc(audit.id)).limit(limit).all();
}

function isOf(event: string): SQL | undefined {
  return or(
    eq(audit.event, event as AuditEvent),
    sql`substr(event, 1, ${event.length + 1}) = ${`${event}.`}`,
  );
}

function concerns(db: Db, who: string): SQL | undefined {
  const ids = db.select({ id: user.id }).from(user).where(eq(user.email, who.trim().toLowerCase()));
  return or(
    ...[audit.actorId, audit.subjectId].flatMap(column => [eq(column, who), inArray(column, ids)]),
    ...[audit.actorName, audit.subjectName].map(column => eq(column, who)),
  );
}

function viewOf({ at, actorId, actorName, subjectId, subjectName, ...rest }: Line): AuditEntry {
  return {
    ...rest,
    at: new Date(at).toISOString(),
    actor: named(actorId, actorName),
    subject: named(subjectId, subjectName),
  };
}

function named(id: string | null, username: string | null): Named | null {
  return id === null || username === null ? null : { id, username };
}
