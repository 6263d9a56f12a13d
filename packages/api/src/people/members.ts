import { user } from '@onus/db/schema/user';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { MemberArea } from './policy.ts';

/** Inactive members too, no deleted ones. */
export const IS_MEMBER = {
  all: isNull(user.deletedAt),
  mine: and(isNull(user.deletedAt), eq(user.managerId, sql.placeholder('me'))),
} satisfies Record<MemberArea, SQL | undefined>;

/** By name. A cursor names a user, whose row stays: users are never deleted from the table. */
export const BY_NAME = [sql`username collate nocase`, user.id] as const;

const behind = sql.placeholder('behind');

/** Behind the last member of the previous page, whose id is `behind`; empty for the first page. */
export const IS_AFTER = sql`(${behind} = '' or (username collate nocase, id) >
  (select u.username, u.id from user u where u.id = ${behind}))`;
