import type { registerInput } from '@onus/contract/auth';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { DomainError } from '../errors.ts';
import type { Visitor } from '../scope.ts';
import { findAccount, type UserRow } from './queries.ts';

type Registration = z.output<typeof registerInput>;

/** A self-registered account: User or Manager, nobody's member (decision 2.2). */
export function register(db: Db, visitor: Visitor, input: Registration, passwordHash: string): UserRow {
  return db.transaction(
    () => {
      if (findAccount(db, visitor, input.email)) {
        throw new DomainError('CONFLICT', 'An account with this email already exists');
      }
      return db
        .insert(user)
        .values({
          id: uuid(),
          username: input.name,
          email: input.email,
          passwordHash,
          roles: input.roles,
          createdAt: visitor.now,
          updatedAt: visitor.now,
        })
        .returning()
        .get();
    },
    { behavior: 'immediate' },
  );
}
