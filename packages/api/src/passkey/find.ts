import type { Db } from '@onus/db/open';
import { passkey } from '@onus/db/schema/access/second-factor';
import { user } from '@onus/db/schema/user';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Scope, Visitor } from '../core/scope.ts';
import type { AccountRow } from '../people/find.ts';
import { type PasskeyView, viewOfPasskey } from './view.ts';

export type PasskeyRow = typeof passkey.$inferSelect;

/** The caller's own, the oldest first. */
export function listPasskeys(db: Db, scope: Scope): PasskeyView[] {
  return ownPasskeys(db, scope).map(viewOfPasskey);
}

/** As many as a person may have. */
export function ownPasskeys(db: Db, { userId }: Scope): PasskeyRow[] {
  return db.select().from(passkey).where(eq(passkey.userId, userId)).orderBy(asc(passkey.createdAt)).all();
}

/** A passkey with the account that it signs in to, if that was not deleted. */
export function findByCredential(
  db: Db,
  _scope: Visitor,
  credentialId: string,
): { key: PasskeyRow; account: AccountRow } | undefined {
  return db
    .select({ key: passkey, account: user })
    .from(passkey)
    .innerJoin(user, eq(user.id, passkey.userId))
    .where(and(eq(passkey.credentialId, credentialId), isNull(user.deletedAt)))
    .get();
}
