import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { type SessionView, sessionsOf } from '../auth/account.ts';
import { record } from '../core/audit/record.ts';
import { notFound } from '../core/errors.ts';
import type { Scope } from '../core/scope.ts';
import { findSessionRow } from '../core/sessions/find.ts';
import { deleteSession } from '../core/sessions/write.ts';
import { findUserRow } from '../people/find.ts';

/** The browsers in which a person is signed in, the newest first. @throws DomainError NOT_FOUND */
export function listSessionsOf(db: Db, scope: Scope, userId: string): SessionView[] {
  return sessionsOf(db, scope, findUserRow(db, scope, userId).id);
}

/** Ends one of them. @throws DomainError NOT_FOUND */
export function endSessionOf(db: Db, scope: Scope, id: string): { id: string } {
  return atomically(db, () => {
    const row = findSessionRow(db, id);
    if (!row) throw notFound('Session');
    const owner = findUserRow(db, scope, row.userId);
    deleteSession(db, id);
    record(db, scope, 'session.endedByAdmin', { subject: owner });
    scope.changed('session', [owner.id]);
    return { id };
  });
}
