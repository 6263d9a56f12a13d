import { LINK_INVALID } from '@onus/contract/auth';
import type { Db } from '@onus/db/open';
import { credentialLink } from '@onus/db/schema/auth';
import { user } from '@onus/db/schema/user';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { DomainError } from '../errors.ts';
import type { Scope, SystemScope, Visitor } from '../scope.ts';
import { tokenHash } from '../token-hash.ts';

export type LinkRow = typeof credentialLink.$inferSelect;

/** With the name of its owner. */
export interface OpenLink extends LinkRow {
  username: string;
}

/**
 * The link a token opens: unused, not expired, of an active account.
 * @throws DomainError BAD_REQUEST, the same for all that it may be.
 */
export function findOpenLink(db: Db, scope: Visitor, token: string): OpenLink {
  const found = db
    .select({ link: credentialLink, username: user.username })
    .from(credentialLink)
    .innerJoin(user, eq(user.id, credentialLink.userId))
    .where(
      and(
        eq(credentialLink.tokenHash, tokenHash(token)),
        isNull(credentialLink.usedAt),
        gt(credentialLink.expiresAt, scope.now),
        eq(user.active, true),
        isNull(user.deletedAt),
      ),
    )
    .get();
  if (!found) throw new DomainError('BAD_REQUEST', LINK_INVALID);
  return { ...found.link, username: found.username };
}

/** The kind that fits an account: activation until a password was chosen there, then reset. */
export function fittingKind(db: Db, _scope: Scope | SystemScope, userId: string): LinkRow['kind'] {
  const { passwordHash, activatedAt } = user;
  const account = db.select({ passwordHash, activatedAt }).from(user).where(eq(user.id, userId)).get();
  return account?.passwordHash && account.activatedAt ? 'reset' : 'activation';
}
