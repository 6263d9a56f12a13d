import type { Db } from '@onus/db/open';
import type { Scope, SystemScope } from '../core/scope.ts';
import { endAccess } from '../core/sessions/write.ts';
import { endInvitations } from '../invite/write.ts';
import { endLinks } from '../link/issue.ts';

/** Ends what a person can do here, or others in their name: sessions, tokens, links and invitations. Not the account. */
export function closeAccount(db: Db, scope: Scope | SystemScope, id: string): void {
  endAccess(db, id);
  endLinks(db, scope, id);
  endInvitations(db, scope, id);
}
