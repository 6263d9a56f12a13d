import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { user } from '@onus/db/schema/user';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Scope, Visitor } from '../scope.ts';

export type UserRow = typeof user.$inferSelect;

/** The account an email signs in to; none for an unknown or a deleted one. */
export function findAccount(db: Db, _scope: Visitor | Scope, email: string): UserRow | undefined {
  return accountByEmail(db).get({ email });
}

const accountByEmail = prepared(db =>
  db
    .select()
    .from(user)
    .where(and(eq(user.email, sql.placeholder('email')), isNull(user.deletedAt)))
    .prepare(),
);
