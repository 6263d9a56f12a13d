import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { user } from '@onus/db/schema/user';
import { eq, sql } from 'drizzle-orm';
import { notFound } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { type UserView, viewOfUser } from '../user-view.ts';

/** A user the caller may see the whole record of: oneself, an own member, for an Admin anyone (decision 3). */
export function findUser(db: Db, scope: Scope, id: string): UserView {
  const row = userById(db).get({ id });
  const visible = row && (row.id === scope.userId || row.managerId === scope.userId || scope.isAdmin);
  if (!visible || row.deletedAt !== null) throw notFound('User');
  return viewOfUser(row);
}

const userById = prepared(db =>
  db
    .select()
    .from(user)
    .where(eq(user.id, sql.placeholder('id')))
    .prepare(),
);
