import { LINK_INVALID } from '@onus/contract/auth/inputs';
import type { Db } from '@onus/db/open';
import { credentialLink } from '@onus/db/schema/access/auth';
import { user } from '@onus/db/schema/user';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { DomainError } from '../core/errors.ts';
import type { Scope, SystemScope, Visitor } from '../core/scope.ts';
import { tokenHash } from '../core/secrets/token-hash.ts';

export type LinkRow = typeof credentialLink.$inferSelect;

/** With its owner. */
export interface OpenLink extends LinkRow {
  username: string;
  email: string;
}

/** What the holder of a link may know: it opens the account, so the account is theirs to see. */
export interface LinkOwner extends Pick<OpenLink, 'kind' | 'username' | 'email'> {}

/**
 * The link a token opens: unused, not expired, of an active account.
 * @throws DomainError BAD_REQUEST, the same for all that it may be.
 */
export function findOpenLink(db: Db, scope: Visitor, token: string): OpenLink {
  const found = db
    .select({ link: credentialLink, username: user.username, email: user.email })
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
  const { link, ...owner } = found;
  return { ...link, ...owner };
}

/** Whose account a token opens. @throws DomainError as above. */
export function lookAtLink(db: Db, visitor: Visitor, token: string): LinkOwner {
  const { kind, username, email } = findOpenLink(db, visitor, token);
  return { kind, username, email };
}

/** The kind that fits an account: activation until a password was chosen there, then reset. */
export function fittingKind(db: Db, _scope: Scope | SystemScope, userId: string): LinkRow['kind'] {
  const { passwordHash, activatedAt } = user;
  const account = db.select({ passwordHash, activatedAt }).from(user).where(eq(user.id, userId)).get();
  return account?.passwordHash && account.activatedAt ? 'reset' : 'activation';
}
