import type { createAdminInput, registerInput } from '@onus/contract/auth/inputs';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { and, eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { record } from '../core/audit/record.ts';
import { DomainError, notFound } from '../core/errors.ts';
import type { Scope, SystemScope, Visitor } from '../core/scope.ts';
import { findSessionRow } from '../core/sessions/find.ts';
import { deleteSession, deleteSessionsOf } from '../core/sessions/write.ts';
import { endLinks } from '../link/issue.ts';
import { isReserved } from '../people/emails.ts';
import { type AccountRow, findAccount } from '../people/find.ts';

type Registration = Pick<z.output<typeof registerInput>, 'name' | 'email' | 'roles'>;
type NewAdmin = Pick<z.output<typeof createAdminInput>, 'username' | 'email'>;

/**
 * A self-registered account: User or Manager, a member of no one (rule 2.2).
 * @param passwordHash null for a person who signs in with a provider.
 */
export function register(
  db: Db,
  scope: Visitor | SystemScope,
  input: Registration,
  passwordHash: string | null,
): AccountRow {
  return atomically(db, () => {
    const account = insertAccount(db, scope, input, passwordHash);
    record(db, scope, 'account.registered', { actor: account, detail: { roles: `${account.roles}` } });
    return account;
  });
}

/** An Admin, made at the command line only (rule 1). */
export function createAdmin(db: Db, scope: SystemScope, input: NewAdmin, passwordHash: string): AccountRow {
  const { username: name, email } = input;
  return atomically(db, () => {
    const roles = ['Admin', 'Manager'] as const;
    const account = insertAccount(db, scope, { name, email, roles: [...roles] }, passwordHash);
    record(db, scope, 'admin.created', { subject: account });
    return account;
  });
}

/**
 * Sets the caller's password, if it still is what was checked, and ends every other session and open link.
 * @param checked the hash that the current password was compared with.
 */
export function changePassword(
  db: Db,
  scope: Scope,
  checked: string | null,
  passwordHash: string,
): { message: string } {
  return atomically(db, () => {
    const { changes } = db
      .update(user)
      .set({ passwordHash, activatedAt: scope.now, updatedAt: scope.now })
      .where(and(eq(user.id, scope.userId), eq(user.passwordHash, checked ?? '')))
      .run();
    if (changes === 0) throw new DomainError('BAD_REQUEST', 'Current password is wrong');
    deleteSessionsOf(db, scope.userId, scope.sessionId);
    endLinks(db, scope, scope.userId);
    record(db, scope, 'password.changed');
    scope.changed('session', [scope.userId]);
    return { message: 'Your password was changed. You are signed out everywhere else.' };
  });
}

/** Ends one of the caller's own sessions. @throws DomainError NOT_FOUND, also for another's. */
export function signOut(db: Db, scope: Scope, id: string): { id: string } {
  return atomically(db, () => {
    if (findSessionRow(db, id)?.userId !== scope.userId) throw notFound('Session');
    deleteSession(db, id);
    record(db, scope, 'session.ended');
    scope.changed('session', [scope.userId]);
    return { id };
  });
}

/** Ends all of the caller's sessions, this one too. */
export function signOutEverywhere(db: Db, scope: Scope): void {
  atomically(db, () => {
    deleteSessionsOf(db, scope.userId);
    record(db, scope, 'session.endedAll');
    scope.changed('session', [scope.userId]);
  });
}

/** For a transaction that is open. */
function insertAccount(
  db: Db,
  scope: Visitor | SystemScope,
  { name, email, roles }: Registration,
  passwordHash: string | null,
): AccountRow {
  if (findAccount(db, scope, email) || isReserved(db, scope, email, null)) {
    throw new DomainError('CONFLICT', 'An account with this email already exists');
  }
  const stamps = { activatedAt: scope.now, createdAt: scope.now, updatedAt: scope.now };
  return db
    .insert(user)
    .values({ id: uuid(), username: name, email, passwordHash, roles, ...stamps })
    .returning()
    .get();
}
