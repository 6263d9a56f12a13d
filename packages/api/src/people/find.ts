import type { Db } from '@onus/db/open';
import { IS_ADMIN, user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm';
import { notFound } from '../core/errors.ts';
import type { Scope, SystemScope, Visitor } from '../core/scope.ts';
import { USER_COLUMNS, type UserRow } from '../core/sessions/find.ts';
import { mayActAs, maySee } from './policy.ts';

/** A user with the hash of their password. */
export type AccountRow = typeof user.$inferSelect;

/** A user the caller may see the whole record of. @throws DomainError NOT_FOUND */
export function findUserRow(db: Db, scope: Scope, id: string): UserRow {
  const row = userById(db).get({ id });
  if (!row || row.deletedAt !== null || !maySee(scope, row)) throw notFound('User');
  return row;
}

/** `{managerId}` must be oneself unless one is an Admin (rule 6). @throws DomainError NOT_FOUND */
export function findManagerId(db: Db, scope: Scope, id: string): string {
  if (!mayActAs(scope, id)) throw notFound('User');
  return findUserRow(db, scope, id).id;
}

/** The account an email signs in to; none for an unknown or a deleted one. */
export function findAccount(
  db: Db,
  _scope: Visitor | Scope | SystemScope,
  email: string,
): AccountRow | undefined {
  return accountByEmail(db).get({ email });
}

/** The people that rows name, also inactive and deleted ones: the view decides what the caller may know of them. */
export function usersNamed(db: Db, _scope: Scope | Visitor, ids: readonly (string | null)[]): UserRow[] {
  return usersById(db).all({ ids: JSON.stringify([...new Set(ids)]) });
}

/** True while another Admin could still do what only an Admin can. */
export function hasOtherAdmin(db: Db, _scope: Scope, id: string): boolean {
  return otherAdmin(db).get({ id }) !== undefined;
}

const id = sql.placeholder('id');

const userById = prepared(USER_COLUMNS, (db, columns) =>
  db.select(columns).from(user).where(eq(user.id, id)),
);

const accountByEmail = prepared(getTableColumns(user), (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(and(eq(user.email, sql.placeholder('email')), isNull(user.deletedAt))),
);

const usersById = prepared(USER_COLUMNS, (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(sql`id in (select value from json_each(${sql.placeholder('ids')}))`),
);

const otherAdmin = prepared({ id: user.id }, (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(and(isNull(user.deletedAt), eq(user.active, true), IS_ADMIN, ne(user.id, id)))
    .limit(1),
);
