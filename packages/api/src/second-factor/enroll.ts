import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { recoveryCode, totp } from '@onus/db/schema/access/second-factor';
import { eq } from 'drizzle-orm';
import { record } from '../core/audit/record.ts';
import { DomainError, secondFactorRequired } from '../core/errors.ts';
import type { Scope } from '../core/scope.ts';
import type { Sealing } from '../core/secrets/sealing.ts';
import { stepOfCode } from '../core/secrets/totp.ts';
import { deleteSessionsOf, forgetSecondFactor, noteSecondFactor } from '../core/sessions/write.ts';
import { findAccount } from '../people/find.ts';
import { findTotp, hasFactor, hasShownFactor } from './find.ts';
import { mayEnroll } from './policy.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';

/** Milliseconds in which a new secret waits for its first code. */
const PENDING_FOR = 3_600_000;

/** How the caller has shown that they may change their second factor. */
export interface Owner {
  /** The hash that the given password was compared with. */
  checked: string | null;
  isRequired: boolean;
}

/**
 * Keeps a new secret until a code confirms it. One that is in use stays in use.
 * @param sealed the secret, encrypted.
 */
export function startTotp(db: Db, scope: Scope, owner: Owner, sealed: string): void {
  atomically(db, () => {
    demandOwner(db, scope, owner);
    const pending = { pending: sealed, pendingSession: scope.sessionId, pendingAt: scope.now };
    db.insert(totp)
      .values({ userId: scope.userId, ...pending })
      .onConflictDoUpdate({ target: totp.userId, set: pending })
      .run();
  });
}

/**
 * Puts the new secret in use and uses up the time step of its code. This session counts as having shown it, and the
 * others, which have not, end.
 * @param codes the new recovery codes; earlier ones end.
 * @throws DomainError BAD_REQUEST for a wrong code, and where none was started in this session.
 */
export function confirmTotp(
  db: Db,
  scope: Scope,
  isRequired: boolean,
  code: string,
  codes: readonly string[],
  sealing: Sealing,
): void {
  atomically(db, () => {
    const { userId, sessionId, now } = scope;
    demandEnrollment(db, scope, isRequired);
    const { pending, pendingSession, pendingAt } = findTotp(db, scope, userId) ?? {};
    const isTheirs = pendingSession === sessionId && (pendingAt ?? 0) > now - PENDING_FOR;
    const secret = pending && isTheirs ? sealing.open(pending, userId) : null;
    if (!pending || !secret)
      throw new DomainError('BAD_REQUEST', 'Start again: there is no new secret to confirm');
    const step = stepOfCode(secret, code, now, 0);
    if (step === null) throw new DomainError('BAD_REQUEST', WRONG);
    db.update(totp)
      .set({ ...NOTHING_PENDING, secret: pending, confirmedAt: now, lastStep: step })
      .where(eq(totp.userId, userId))
      .run();
    db.delete(recoveryCode).where(eq(recoveryCode.userId, userId)).run();
    const rows = codes.map(one => ({ userId, hash: hashOfRecoveryCode(userId, one) }));
    db.insert(recoveryCode).values(rows).run();
    noteSecondFactor(db, sessionId, now);
    deleteSessionsOf(db, userId, sessionId);
    record(db, scope, 'secondFactor.on');
    scope.changed('session', [userId]);
  });
}

/** Takes the authenticator app and the recovery codes away. */
export function removeTotp(db: Db, scope: Scope, owner: Owner): void {
  atomically(db, () => {
    demandOwner(db, scope, owner);
    const { userId } = scope;
    const isOn = Boolean(findTotp(db, scope, userId)?.secret);
    db.delete(totp).where(eq(totp.userId, userId)).run();
    db.delete(recoveryCode).where(eq(recoveryCode.userId, userId)).run();
    if (!isOn) return;
    if (!hasFactor(db, scope, userId)) forgetSecondFactor(db, userId);
    record(db, scope, 'secondFactor.off');
    scope.changed('session', [userId]);
  });
}

/** @throws DomainError BAD_REQUEST if the password was changed since it was compared. */
export function demandOwner(db: Db, scope: Scope, { checked, isRequired }: Owner): void {
  if (findAccount(db, scope, scope.email)?.passwordHash !== checked) {
    throw new DomainError('BAD_REQUEST', 'Current password is wrong');
  }
  demandEnrollment(db, scope, isRequired);
}

/** @throws DomainError SECOND_FACTOR_REQUIRED for a person who has a second factor and has not shown it. */
export function demandEnrollment(db: Db, scope: Scope, isRequired: boolean): void {
  if (mayEnroll(isRequired, hasFactor(db, scope, scope.userId), hasShownFactor(db, scope))) return;
  throw secondFactorRequired();
}

const NOTHING_PENDING = { pending: null, pendingSession: null, pendingAt: null };
const WRONG = 'This code is wrong. Enter the one that your app shows now.';
