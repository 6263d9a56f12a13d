import { randomBytes } from 'node:crypto';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { emailTakeBack } from '@onus/db/schema/access/auth';
import { user } from '@onus/db/schema/user';
import { and, eq, gte } from 'drizzle-orm';
import { announceEverywhere } from '../../core/announce.ts';
import { record } from '../../core/audit/record.ts';
import { DomainError } from '../../core/errors.ts';
import { everybodyNear } from '../../core/readers.ts';
import type { Scope, Visitor } from '../../core/scope.ts';
import { tokenHash } from '../../core/secrets/token-hash.ts';
import { endAccess } from '../../core/sessions/write.ts';
import { endLinks } from '../../link/issue.ts';
import type { TakeBack } from '../../link/mail.ts';
import { isEmailTaken } from '../../people/emails.ts';
import { usersNamed } from '../../people/find.ts';
import { deleteIdentitiesOf } from '../../people/identities.ts';
import { deleteFactorsSince } from '../../second-factor/reset.ts';
import { findTakeBack } from './find.ts';

/** Milliseconds. */
const GOOD_FOR = 7 * 86_400_000;

/** A link that restores the address the caller has until now; for a transaction that is open. */
export function issueTakeBack(db: Db, scope: Scope): TakeBack {
  const token = randomBytes(32).toString('base64url');
  const { userId, email, now } = scope;
  db.insert(emailTakeBack)
    .values({ userId, email, tokenHash: tokenHash(token), expiresAt: now + GOOD_FOR })
    .run();
  return { to: email, path: `/take-back-email?token=${token}` };
}

/** Ends the take-backs of an account that was deleted, or whose email its manager or an Admin has set. */
export function endTakeBacks(db: Db, _scope: Scope, userId: string): void {
  db.delete(emailTakeBack).where(eq(emailTakeBack.userId, userId)).run();
}

/**
 * Restores the address a link was mailed to, and ends every session, every link to set a password, every later take-back,
 * and the passkeys and the authenticator app that were set up since the change: another person may hold them. An earlier
 * take-back still works.
 */
export function takeBackEmail(db: Db, visitor: Visitor, token: string): { message: string } {
  return atomically(db, () => {
    const { id, userId, email, expiresAt } = findTakeBack(db, visitor, token);
    const [row] = usersNamed(db, visitor, [userId]);
    if (!row || isEmailTaken(db, visitor, email, userId)) {
      throw new DomainError('CONFLICT', 'An account with this email already exists');
    }
    db.update(user).set({ email, updatedAt: visitor.now }).where(eq(user.id, userId)).run();
    db.delete(emailTakeBack)
      .where(and(eq(emailTakeBack.userId, userId), gte(emailTakeBack.id, id)))
      .run();
    endLinks(db, visitor, userId);
    deleteIdentitiesOf(db, visitor, userId);
    if (deleteFactorsSince(db, visitor, userId, expiresAt - GOOD_FOR))
      record(db, visitor, 'secondFactor.reset', { subject: row });
    endAccess(db, userId);
    record(db, visitor, 'email.restored', { subject: row, detail: { from: row.email, to: email } });
    announceEverywhere(visitor, [userId], everybodyNear(db, visitor, row, [row.managerId]));
    return { message: RESTORED };
  });
}

const RESTORED =
  'Your email is restored, and every browser is signed out. If you did not change it yourself, set a new password.';
