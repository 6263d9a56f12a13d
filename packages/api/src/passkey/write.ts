import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { passkey, usedChallenge } from '@onus/db/schema/access/second-factor';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { record } from '../core/audit/record.ts';
import { DomainError, notFound } from '../core/errors.ts';
import type { Scope, Visitor } from '../core/scope.ts';
import { forgetSecondFactor, noteSecondFactor } from '../core/sessions/write.ts';
import type { AccountRow } from '../people/find.ts';
import { demandEnrollment } from '../second-factor/enroll.ts';
import { hasFactor } from '../second-factor/find.ts';
import { findByCredential, ownPasskeys } from './find.ts';
import type { NewCredential } from './verify.ts';
import { type PasskeyView, viewOfPasskey } from './view.ts';

/** A challenge that an answer uses up. */
export interface Answered {
  challenge: string;
  /** Epoch milliseconds after which it is good for nothing anyway. */
  expiresAt: number;
}

/** As many as a person has devices, and more. */
const MOST = 10;

/** Adds a passkey. The person was verified a moment ago, so this session counts as having shown it. */
export function addPasskey(
  db: Db,
  scope: Scope,
  isRequired: boolean,
  name: string,
  credential: NewCredential,
  answered: Answered,
): PasskeyView {
  return atomically(db, () => {
    demandEnrollment(db, scope, isRequired);
    demandRoom(db, scope);
    spend(db, scope, answered);
    const { userId, now } = scope;
    const row = db
      .insert(passkey)
      .values({ ...credential, id: uuid(), userId, name, createdAt: now })
      .onConflictDoNothing()
      .returning()
      .get();
    if (!row) throw new DomainError('CONFLICT', 'This passkey is set up already');
    noteSecondFactor(db, scope.sessionId, now);
    record(db, scope, 'passkey.added');
    scope.changed('session', [userId]);
    return viewOfPasskey(row);
  });
}

/** @throws DomainError BAD_REQUEST for a person who has as many as they may. */
export function demandRoom(db: Db, scope: Scope): void {
  if (ownPasskeys(db, scope).length >= MOST) {
    throw new DomainError('BAD_REQUEST', `You have ${MOST} passkeys. Delete one first.`);
  }
}

/** @throws DomainError NOT_FOUND, also for another's. */
export function deletePasskey(db: Db, scope: Scope, id: string): { id: string } {
  return atomically(db, () => {
    const { userId } = scope;
    const isOwn = and(eq(passkey.id, id), eq(passkey.userId, userId));
    if (db.delete(passkey).where(isOwn).run().changes === 0) throw notFound('Passkey');
    if (!hasFactor(db, scope, userId)) forgetSecondFactor(db, userId);
    record(db, scope, 'passkey.deleted');
    scope.changed('session', [userId]);
    return { id };
  });
}

/**
 * Uses up a challenge and a signature, for a transaction that is open. The key is looked up again: it may have been deleted
 * since the signature was checked.
 * @param signed what was checked. @returns the account, null for a signature that is no use any more.
 */
export function takeSignature(
  db: Db,
  visitor: Visitor,
  signed: NewCredential,
  newCounter: number,
  answered: Answered,
): AccountRow | null {
  const found = findByCredential(db, visitor, signed.credentialId);
  if (found?.key.publicKey !== signed.publicKey) return null;
  // An authenticator that counts never signs twice with one number; those that do not count always say 0.
  const isNew = or(lt(passkey.counter, newCounter), and(eq(passkey.counter, 0), sql`${newCounter} = 0`));
  const { changes } = db
    .update(passkey)
    .set({ counter: newCounter, lastUsedAt: visitor.now })
    .where(and(eq(passkey.id, found.key.id), isNew))
    .run();
  if (changes === 0) return null;
  spend(db, visitor, answered);
  return found.account;
}

/** @throws DomainError UNAUTHORIZED for a challenge that was used before. */
function spend(db: Db, { now }: Scope | Visitor, { challenge, expiresAt }: Answered): void {
  db.delete(usedChallenge).where(lt(usedChallenge.expiresAt, now)).run();
  const { changes } = db.insert(usedChallenge).values({ challenge, expiresAt }).onConflictDoNothing().run();
  if (changes === 0) throw new DomainError('UNAUTHORIZED', 'This answer was used before. Try again.');
}
