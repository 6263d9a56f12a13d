import type { Db } from '@onus/db/open';
import { identity } from '@onus/db/schema/access/identity';
import { user } from '@onus/db/schema/user';
import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Scope, Visitor } from '../core/scope.ts';
import type { AccountRow } from './find.ts';

export type IdentityRow = typeof identity.$inferSelect;

/** Which account at which provider. */
export interface Subject {
  issuer: string;
  subject: string;
}

/** The account that an identity signs in to; none for an unknown identity and for a deleted account. */
export function findIdentified(
  db: Db,
  _scope: Visitor,
  { issuer, subject }: Subject,
): AccountRow | undefined {
  return db
    .select(getTableColumns(user))
    .from(identity)
    .innerJoin(user, eq(user.id, identity.userId))
    .where(and(eq(identity.issuer, issuer), eq(identity.subject, subject), isNull(user.deletedAt)))
    .get();
}

/** The caller's identities, the oldest first. */
export function listIdentities(db: Db, { userId }: Scope): IdentityRow[] {
  return db.select().from(identity).where(eq(identity.userId, userId)).orderBy(identity.id).all();
}

/** Also moves the identity of an account that was deleted. For a transaction that is open. */
export function insertIdentity(
  db: Db,
  { now }: Visitor,
  userId: string,
  { issuer, subject, email }: Subject & { email: string },
): void {
  const stamps = { createdAt: now, lastUsedAt: now };
  db.insert(identity)
    .values({ userId, issuer, subject, email, ...stamps })
    .onConflictDoUpdate({ target: [identity.issuer, identity.subject], set: { userId, email, ...stamps } })
    .run();
}

export function noteUse(db: Db, { now }: Visitor, { issuer, subject }: Subject): void {
  db.update(identity)
    .set({ lastUsedAt: now })
    .where(and(eq(identity.issuer, issuer), eq(identity.subject, subject)))
    .run();
}

/** @returns whether the caller had it. */
export function deleteIdentity(db: Db, { userId }: Scope, id: number): boolean {
  const mine = and(eq(identity.id, id), eq(identity.userId, userId));
  return db.delete(identity).where(mine).run().changes > 0;
}

/** For an account that is deleted, or whose owner takes it back: another person may have linked theirs. */
export function deleteIdentitiesOf(db: Db, _scope: Scope | Visitor, userId: string): void {
  db.delete(identity).where(eq(identity.userId, userId)).run();
}
