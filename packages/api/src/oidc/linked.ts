import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { record } from '../core/audit/record.ts';
import type { Scope } from '../core/scope.ts';
import { deleteIdentity, listIdentities } from '../people/identities.ts';

/** An account at a provider that signs the caller in. */
export interface Linked {
  id: number;
  /** The provider's address. */
  issuer: string;
  email: string;
  /** ISO timestamps. */
  linkedAt: string;
  lastUsedAt: string;
}

export function listLinked(db: Db, scope: Scope): Linked[] {
  return listIdentities(db, scope).map(({ id, issuer, email, createdAt, lastUsedAt }) => ({
    ...{ id, issuer, email },
    linkedAt: new Date(createdAt).toISOString(),
    lastUsedAt: new Date(lastUsedAt).toISOString(),
  }));
}

/** Removes one of the caller's. What is not theirs, or is gone, is left as it is. */
export function unlink(db: Db, scope: Scope, id: number): { id: number } {
  return atomically(db, () => {
    if (!deleteIdentity(db, scope, id)) return { id };
    record(db, scope, 'identity.unlinked');
    scope.changed('session', [scope.userId]);
    return { id };
  });
}
