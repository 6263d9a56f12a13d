import type { FindMembers, ListMembers } from '@onus/contract/member';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, count, sql } from 'drizzle-orm';
import { type Found, pageOf } from '../core/rows/page.ts';
import type { Scope } from '../core/scope.ts';
import { USER_COLUMNS } from '../core/sessions/find.ts';
import { findManagerId, findUserRow } from '../people/find.ts';
import { BY_NAME, IS_BEHIND, IS_MEMBER } from '../people/members.ts';
import { cursorAfter, placeBehind } from '../people/page.ts';
import { type MemberArea, memberAreaOf } from '../people/policy.ts';
import { type UserView, viewOfUser } from '../people/view.ts';
import { type MemberView, viewOfMember } from './view.ts';

export interface MemberPage {
  items: MemberView[];
  nextCursor: string | null;
}

/** A user the caller may see the whole record of: oneself, an own member, for an Admin anyone (rule 3). */
export function findUser(db: Db, scope: Scope, id: string): UserView {
  return viewOfUser(findUserRow(db, scope, id));
}

/** The same with what the caller may do about them. */
export function findMember(db: Db, scope: Scope, id: string): MemberView {
  return viewOfMember(scope, findUserRow(db, scope, id));
}

/**
 * One page of the caller's members, by name; an Admin's are everyone. Or those of a manager in whose area the
 * caller may act. Inactive ones are listed too.
 */
export function listMembers(db: Db, scope: Scope, { limit, cursor, managerId }: ListMembers): MemberPage {
  const { area, me } = membersFor(db, scope, managerId);
  const rows = membersOf(db, area).all({ me, ...placeBehind(cursor), limit: limit + 1, offset: 0 });
  const members = rows.map(row => viewOfMember(scope, row));
  return pageOf(members, limit, cursorAfter, textsOf);
}

/**
 * The same by the number of a page, with how many they are. What does not fit in one response is on the page of
 * `listMembers` that begins at the cursor.
 */
export function findMembers(
  db: Db,
  scope: Scope,
  { limit, page, managerId }: FindMembers,
): Found<MemberView> {
  const { area, me } = membersFor(db, scope, managerId);
  const rows = membersOf(db, area).all({ me, ...placeBehind(null), limit, offset: (page - 1) * limit });
  const total = countOfMembers(db, area).get({ me })?.total ?? 0;
  const members = rows.map(row => viewOfMember(scope, row));
  const { items, nextCursor } = pageOf(members, limit, cursorAfter, textsOf);
  return { rows: items, total, nextCursor };
}

function textsOf({ username, email }: MemberView): string[] {
  return [username, email];
}

function membersFor(db: Db, scope: Scope, managerId?: string): { area: MemberArea; me: string } {
  if (managerId !== undefined) return { area: 'mine', me: findManagerId(db, scope, managerId) };
  return { area: memberAreaOf(scope), me: scope.userId };
}

const membersOf = prepared(USER_COLUMNS, (db, columns, area: MemberArea) =>
  db
    .select(columns)
    .from(user)
    .where(and(IS_MEMBER[area], IS_BEHIND))
    .orderBy(...BY_NAME)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
);

const countOfMembers = prepared({ total: count() }, (db, columns, area: MemberArea) =>
  db.select(columns).from(user).where(IS_MEMBER[area]),
);
