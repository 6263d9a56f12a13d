import type { createAdminInput, registerInput } from '@onus/contract/auth';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { and, eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { record } from '../audit/commands.ts';
import { isReserved } from '../email/queries.ts';
import { DomainError, notFound } from '../errors.ts';
import { endLinks } from '../link/commands.ts';
import type { Scope, SystemScope, Visitor } from '../scope.ts';
import { deleteSession, deleteSessionsOf } from '../session/commands.ts';
import { findSessionRow } from '../session/queries.ts';
import { findAccount, type UserRow } from './queries.ts';

type Registration = Pick<z.output<typeof registerInput>, 'name' | 'email' | 'roles'>;
type NewAdmin = Pick<z.output<typeof createAdminInput>, 'username' | 'email'>;

/** A self-registered account: User or Manager, a member of no one (decision 2.2). */
export function register(
  db: Db,
  scope: Visitor | SystemScope,
  input: Registration,
  passwordHash: string,
): UserRow {
  return db.transaction(
    () => {
      const account = insertAccount(db, scope, input, passwordHash);
      record(db, scope, 'account.registered', { actor: account, detail: { roles: `${account.roles}` } });
      return account;
    },
    { behavior: 'immediate' },
  );
}

/** An Admin, made at the command line only (decision 1). */
export function createAdmin(db: Db, scope: SystemScope, input: NewAdmin, passwordHash: string): UserRow {
  const { username: name, email } = input;
  return db.transaction(
    () => {
      const roles = ['Admin', 'Manager'] as const;
      const account = insertAccount(db, scope, { name, email, roles: [...roles] }, passwordHash);
      record(db, scope, 'admin.created', { subject: account });
      return account;
    },
    { behavior: 'immediate' },
  );
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
  return db.transaction(
    () => {
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
      return { message: 'Your password is changed. Your other sessions are signed out.' };
    },
    { behavior: 'immediate' },
  );
}

/** Ends one of the caller's own sessions. @throws DomainError NOT_FOUND, also for another's. */
export function signOut(db: Db, scope: Scope, id: string): { id: string } {
  return db.transaction(
    () => {
      if (findSessionRow(db, id)?.userId !== scope.userId) throw notFound('Session');
      deleteSession(db, id);
      record(db, scope, 'session.ended');
      scope.changed('session', [scope.userId]);
      return { id };
    },
    { behavior: 'immediate' },
  );
}

/** For a transaction that is open. */
function insertAccount(
  db: Db,
  scope: Visitor | SystemScope,
  { name, email, roles }: Registration,
  passwordHash: string,
): UserRow {
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
