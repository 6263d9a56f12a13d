import { LINK_INVALID } from '@onus/contract/auth/inputs';
import type { Db } from '@onus/db/open';
import { emailTakeBack } from '@onus/db/schema/access/auth';
import { user } from '@onus/db/schema/user';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { DomainError } from '../../core/errors.ts';
import type { Scope, Visitor } from '../../core/scope.ts';
import { tokenHash } from '../../core/secrets/token-hash.ts';
import { findSessionRow } from '../../core/sessions/find.ts';
import { mayChangeOwnEmail } from '../policy.ts';

export type TakeBackRow = typeof emailTakeBack.$inferSelect;

/**
 * Asks who changes their own email to have signed in lately or to know the password.
 * @param checked the hash that the given password was compared with; null when none was given.
 * @throws DomainError CONFIRM_PASSWORD
 */
export function demandOwner(db: Db, scope: Scope, checked: string | null): void {
  const signedInAt = findSessionRow(db, scope.sessionId)?.createdAt ?? 0;
  // The password may have been changed while it was compared: then it proves nothing any more.
  const knows = checked !== null && checked === passwordHashOf(db, scope.userId);
  if (mayChangeOwnEmail(scope, signedInAt, knows)) return;
  throw new DomainError('CONFIRM_PASSWORD', 'Enter your password to change your email');
}

/** The change a token takes back. @throws DomainError BAD_REQUEST, the same for all that it may be. */
export function findTakeBack(db: Db, scope: Visitor, token: string): TakeBackRow {
  const found = db
    .select({ takeBack: emailTakeBack })
    .from(emailTakeBack)
    .innerJoin(user, eq(user.id, emailTakeBack.userId))
    .where(
      and(
        eq(emailTakeBack.tokenHash, tokenHash(token)),
        gt(emailTakeBack.expiresAt, scope.now),
        isNull(user.deletedAt),
      ),
    )
    .get();
  if (!found) throw new DomainError('BAD_REQUEST', LINK_INVALID);
  return found.takeBack;
}

function passwordHashOf(db: Db, id: string): string | null {
  const row = db.select({ hash: user.passwordHash }).from(user).where(eq(user.id, id)).get();
  return row?.hash ?? null;
}
