import type { AuditDetail, AuditEvent, Named } from '@onus/contract/audit/entry';
import type { Db } from '@onus/db/open';
import { audit } from '@onus/db/schema/audit';
import { preparedWrite } from '@onus/db/statements/prepared';
import { sql } from 'drizzle-orm';
import { networkOf } from '../limits/network.ts';
import type { Scope, SystemScope, Visitor } from '../scope.ts';

export interface Told {
  /** The caller, unless it says otherwise. */
  actor?: Named;
  subject?: Named | null;
  /** Few and short words, and never a secret. */
  detail?: AuditDetail;
  refused?: boolean;
}

/** Writes one line, in the transaction of what it tells of where there is one: so there is never a half. */
export function record(
  db: Db,
  scope: Scope | Visitor | SystemScope,
  event: AuditEvent,
  { actor, subject, detail = {}, refused = false }: Told = {},
): void {
  const who = actor ?? callerOf(scope);
  insertLine(db).run({
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
}

function callerOf(scope: Scope | Visitor | SystemScope): Named | null {
  return 'userId' in scope ? { id: scope.userId, username: scope.username } : null;
}

const insertLine = preparedWrite(db =>
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
