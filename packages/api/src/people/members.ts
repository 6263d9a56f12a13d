import { user } from '@onus/db/schema/user';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { MemberArea } from './policy.ts';

/** Inactive members too, no deleted ones. */
export const IS_MEMBER = {
  all: isNull(user.deletedAt),
  mine: and(isNull(user.deletedAt), eq(user.managerId, sql.placeholder('me'))),
} satisfies Record<MemberArea, SQL | undefined>;

export const BY_NAME = [sql`username collate nocase`, user.id] as const;

/** Behind the place of `placeBehind`. */
export const IS_BEHIND = sql`(username collate nocase, "user"."id") >
  (${sql.placeholder('lastName')}, ${sql.placeholder('lastId')})`;
