import { randomBytes } from 'node:crypto';
import { type CreateInvitation, INVITATION_INVALID, type RedeemInvitation } from '@onus/contract/auth/invite';
import { atMost, BUDGETS } from '@onus/contract/limits/budgets';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { invitation } from '@onus/db/schema/access/invitation';
import { user } from '@onus/db/schema/user';
import { and, eq, lt, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { record } from '../core/audit/record.ts';
import { DomainError } from '../core/errors.ts';
import { readersOf } from '../core/readers.ts';
import type { Scope, SystemScope, Visitor } from '../core/scope.ts';
import { tokenHash } from '../core/secrets/token-hash.ts';
import { isEmailTaken } from '../people/emails.ts';
import type { AccountRow } from '../people/find.ts';
import { countInvitations, findInvitation, findOpenInvitation } from './find.ts';
import { type InvitationView, viewOfInvitation } from './view.ts';

/** Milliseconds (rule 9.2). */
const GOOD_FOR = 7 * 86_400_000;

/** An invitation as it leaves the server once: the token is stored nowhere. */
export interface NewInvitation {
  invitation: InvitationView;
  /** Path and query, to stand behind PUBLIC_URL. */
  path: string;
}

/** @throws DomainError CONFLICT for a person with too many open ones. */
export function createInvitation(db: Db, scope: Scope, { role, uses }: CreateInvitation): NewInvitation {
  return atomically(db, () => {
    if (countInvitations(db, scope) >= BUDGETS.openInvitations.most) {
      throw new DomainError('CONFLICT', `${atMost(BUDGETS.openInvitations)}. Revoke one first.`);
    }
    const token = randomBytes(32).toString('base64url');
    const row = db
      .insert(invitation)
      .values({
        id: uuid(),
        inviterId: scope.userId,
        role,
        tokenHash: tokenHash(token),
        uses,
        expiresAt: scope.now + GOOD_FOR,
        createdAt: scope.now,
      })
      .returning()
      .get();
    record(db, scope, 'invitation.made', { detail: { roles: role } });
    scope.changed('member', [scope.userId]);
    const { username } = scope;
    return { invitation: viewOfInvitation({ ...row, username }), path: `/join?token=${token}` };
  });
}

/** Ends an invitation before its time. @throws DomainError NOT_FOUND, also for one of another household. */
export function revokeInvitation(db: Db, scope: Scope, id: string): { id: string } {
  return atomically(db, () => {
    const { inviterId, username } = findInvitation(db, scope, id);
    const subject = { id: inviterId, username };
    scope.trail.subject = subject;
    db.delete(invitation).where(eq(invitation.id, id)).run();
    record(db, scope, 'invitation.revoked', { subject });
    scope.changed('member', [inviterId, scope.userId]);
    return { id };
  });
}

/**
 * The account of an invited person, a member of the inviter's household with the role of the invitation. Of more people
 * at once than can join, the first do.
 * @throws DomainError BAD_REQUEST for an invitation that is not open, CONFLICT for an email that has an account, which
 * leaves the invitation as it is.
 */
export function joinHousehold(
  db: Db,
  visitor: Visitor,
  { token, name, email }: Omit<RedeemInvitation, 'password'>,
  passwordHash: string,
): AccountRow {
  return atomically(db, () => {
    const { id, role, inviterId, username } = findOpenInvitation(db, visitor, token);
    if (isEmailTaken(db, visitor, email, null)) {
      throw new DomainError('CONFLICT', 'An account with this email already exists');
    }
    takeUse(db, visitor, id);
    const { now } = visitor;
    const account = db
      .insert(user)
      .values({
        id: uuid(),
        username: name,
        email,
        passwordHash,
        roles: [role],
        managerId: inviterId,
        activatedAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get();
    const subject = { id: inviterId, username };
    record(db, visitor, 'invitation.redeemed', { actor: account, subject, detail: { roles: role } });
    visitor.changedFor(['member'], readersOf(db, visitor, account, [inviterId]));
    return account;
  });
}

/** Ends the invitations of a person who may not invite any more, or whose household has another head. */
export function endInvitations(db: Db, _scope: Scope | SystemScope, inviterId: string): void {
  db.delete(invitation).where(eq(invitation.inviterId, inviterId)).run();
}

/** The row was found open in this transaction; the condition holds even if that ever changes. */
function takeUse(db: Db, _visitor: Visitor, id: string): void {
  const { changes } = db
    .update(invitation)
    .set({ used: sql`used + 1` })
    .where(and(eq(invitation.id, id), lt(invitation.used, invitation.uses)))
    .run();
  if (changes === 0) throw new DomainError('BAD_REQUEST', INVITATION_INVALID);
}
