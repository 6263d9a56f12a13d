import type { Db } from '@onus/db/open';
import { emailTakeBack } from '@onus/db/schema/access/auth';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Scope, SystemScope, Visitor } from '../core/scope.ts';

/** True when the address belongs to another person, or may still be taken back by them. */
export function isEmailTaken(db: Db, scope: Scope | Visitor, email: string, by: string | null): boolean {
  const holder = idByEmail(db).get({ email });
  return (holder !== undefined && holder.id !== by) || isReserved(db, scope, email, by);
}

/** True while its former owner may still take an address back: no one else gets it before that. */
export function isReserved(
  db: Db,
  scope: Scope | Visitor | SystemScope,
  email: string,
  by: string | null,
): boolean {
  const found = db
    .select({ id: emailTakeBack.id })
    .from(emailTakeBack)
    .where(
      and(
        eq(emailTakeBack.email, email),
        gt(emailTakeBack.expiresAt, scope.now),
        by === null ? undefined : ne(emailTakeBack.userId, by),
      ),
    )
    .get();
  return found !== undefined;
}

const idByEmail = prepared({ id: user.id }, (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(and(eq(user.email, sql.placeholder('email')), isNull(user.deletedAt))),
);
