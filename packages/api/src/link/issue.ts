import { randomBytes } from 'node:crypto';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { credentialLink } from '@onus/db/schema/access/auth';
import { user } from '@onus/db/schema/user';
import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { record } from '../core/audit/record.ts';
import { DomainError, notFound, permit } from '../core/errors.ts';
import type { Scope, SystemScope, Visitor } from '../core/scope.ts';
import { tokenHash } from '../core/secrets/token-hash.ts';
import { endAccess } from '../core/sessions/write.ts';
import { type AccountRow, findAccount } from '../people/find.ts';
import { maySee } from '../people/policy.ts';
import { findOpenLink, type LinkRow } from './find.ts';
import { mayIssueLink } from './policy.ts';

/** A link as it leaves the server once: the token is stored nowhere. */
export interface IssuedLink {
  kind: LinkRow['kind'];
  token: string;
  /** Path and query, to stand behind PUBLIC_URL. */
  path: string;
  /** ISO timestamp. */
  expiresAt: string;
}

/** Milliseconds (rule 2.11). */
const GOOD_FOR = { activation: 72 * 3_600_000, reset: 3_600_000 };

/**
 * A link with which a member sets a password; the newest is the only one that opens.
 * @throws DomainError NOT_FOUND for an unknown id and for another's member, FORBIDDEN for oneself and for a
 * manager's member who is an Admin, CONFLICT for an inactive account.
 */
export function issueLink(
  db: Db,
  scope: Scope | SystemScope,
  userId: string,
  kind: LinkRow['kind'],
): IssuedLink {
  return atomically(db, () => {
    const row = db
      .select()
      .from(user)
      .where(and(eq(user.id, userId), isNull(user.deletedAt)))
      .get();
    if (!row || ('userId' in scope && !maySee(scope, row))) throw notFound('User');
    scope.trail.subject = row;
    if ('userId' in scope) permit(mayIssueLink(scope, row));
    if (!row.active) throw new DomainError('CONFLICT', 'This account is not active');
    record(db, scope, 'link.made', { subject: row, detail: { kind } });
    return insertLink(db, scope, userId, kind);
  });
}

/** A reset link for a visitor who says an email is theirs; null unless an active account has it. */
export function requestLink(db: Db, visitor: Visitor, email: string): IssuedLink | null {
  return atomically(db, () => {
    const account = findAccount(db, visitor, email);
    if (!account?.active) return null;
    record(db, visitor, 'link.requested', { subject: account });
    return insertLink(db, visitor, account.id, 'reset');
  });
}

/** Sets the password, uses the link up and ends every session of its owner. Of many at once one succeeds. */
export function redeemLink(db: Db, visitor: Visitor, token: string, passwordHash: string): AccountRow {
  return atomically(db, () => {
    const { id, userId, kind } = findOpenLink(db, visitor, token);
    db.update(credentialLink).set({ usedAt: visitor.now }).where(eq(credentialLink.id, id)).run();
    const chosen = { passwordHash, activatedAt: visitor.now, updatedAt: visitor.now };
    const account = db.update(user).set(chosen).where(eq(user.id, userId)).returning().get();
    endAccess(db, userId);
    record(db, visitor, 'link.redeemed', { subject: account, detail: { kind } });
    visitor.changed('session', [userId]);
    return account;
  });
}

/** Ends the links a user has not used: for a password or an email that was changed another way. */
export function endLinks(db: Db, _scope: Scope | Visitor | SystemScope, userId: string): void {
  db.delete(credentialLink)
    .where(and(eq(credentialLink.userId, userId), isNull(credentialLink.usedAt)))
    .run();
}

function insertLink(
  db: Db,
  scope: Scope | Visitor | SystemScope,
  userId: string,
  kind: LinkRow['kind'],
): IssuedLink {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = scope.now + GOOD_FOR[kind];
  endLinks(db, scope, userId);
  db.insert(credentialLink)
    .values({
      id: uuid(),
      userId,
      kind,
      tokenHash: tokenHash(token),
      expiresAt,
      createdAt: scope.now,
    })
    .run();
  return { kind, token, path: `/activate?token=${token}`, expiresAt: new Date(expiresAt).toISOString() };
}
