import type { updateSelfInput } from '@onus/contract/member';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { DomainError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { type UserView, viewOfUser } from '../user-view.ts';

type Settings = z.output<typeof updateSelfInput>;

/** One's own name and email. A field left out stays as it is. */
export function updateSelf(db: Db, scope: Scope, input: Settings): UserView {
  return db.transaction(
    () => {
      if (input.email && isTaken(db, scope, input.email)) {
        throw new DomainError('CONFLICT', 'An account with this email already exists');
      }
      const row = db
        .update(user)
        .set({
          ...(input.username === undefined ? {} : { username: input.username }),
          ...(input.email === undefined ? {} : { email: input.email }),
          updatedAt: scope.now,
        })
        .where(eq(user.id, scope.userId))
        .returning()
        .get();
      scope.changed('session', [scope.userId]);
      scope.changed('member', [scope.userId, ...(scope.managerId ? [scope.managerId] : [])]);
      return viewOfUser(row);
    },
    { behavior: 'immediate' },
  );
}

/** Remembers the zone a user was last seen in (decision 4.2). */
export function rememberTimeZone(db: Db, scope: Scope, timeZone: string): void {
  db.update(user).set({ timeZone }).where(eq(user.id, scope.userId)).run();
}

function isTaken(db: Db, scope: Scope, email: string): boolean {
  const other = db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.email, email), ne(user.id, scope.userId), isNull(user.deletedAt)))
    .get();
  return other !== undefined;
}
