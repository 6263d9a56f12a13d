import type { FindMembers, ListMembers } from '@onus/contract/member';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { user } from '@onus/db/schema/user';
import { and, count, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { type Found, pageOf } from '../chat-view.ts';
import { isReserved } from '../email/queries.ts';
import { notFound } from '../errors.ts';
import { type MemberView, viewOfMember } from '../member-view.ts';
import type { Scope, Visitor } from '../scope.ts';
import type { UserRow } from '../session/queries.ts';
import { type UserView, viewOfUser } from '../user-view.ts';
import { mayActAs, maySee } from './policy.ts';

export interface MemberPage {
  items: MemberView[];
  nextCursor: string | null;
}

/** A user the caller may see the whole record of: oneself, an own member, for an Admin anyone (decision 3). */
export function findUser(db: Db, scope: Scope, id: string): UserView {
  return viewOfUser(findUserRow(db, scope, id));
}

/** The same with what the caller may do about them. */
export function findMember(db: Db, scope: Scope, id: string): MemberView {
  return viewOfMember(scope, findUserRow(db, scope, id));
}

/** The same as the database holds it, for commands. @throws DomainError NOT_FOUND */
export function findUserRow(db: Db, scope: Scope, id: string): UserRow {
  const row = userById(db).get({ id });
  if (!row || row.deletedAt !== null || !maySee(scope, row)) throw notFound('User');
  return row;
}

/**
 * One page of the caller's members, by name; an Admin's are everybody. Or those of a manager in whose area the
 * caller may act. Inactive ones are listed too.
 */
export function listMembers(db: Db, scope: Scope, { limit, cursor, managerId }: ListMembers): MemberPage {
  const { area, me } = membersFor(db, scope, managerId);
  const rows = membersOf(db, area).all({ me, after: cursor ?? '', limit: limit + 1, offset: 0 });
  const members = rows.map(row => viewOfMember(scope, row));
  return pageOf(members, limit, one => one.id, textsOf);
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
  const rows = membersOf(db, area).all({ me, after: '', limit, offset: (page - 1) * limit });
  const total = countOfMembers(db, area).get({ me })?.total ?? 0;
  const members = rows.map(row => viewOfMember(scope, row));
  const { items, nextCursor } = pageOf(members, limit, one => one.id, textsOf);
  return { rows: items, total, nextCursor };
}

/** `{managerId}` must be oneself unless one is an Admin (decision 6). @throws DomainError NOT_FOUND */
export function findManagerId(db: Db, scope: Scope, id: string): string {
  if (!mayActAs(scope, id)) throw notFound('User');
  return findUserRow(db, scope, id).id;
}

/** The people that rows name, also inactive and deleted ones: the view decides what the caller may know of them. */
export function usersNamed(db: Db, _scope: Scope | Visitor, ids: readonly (string | null)[]): UserRow[] {
  return usersById(db).all({ ids: JSON.stringify([...new Set(ids)]) });
}

/** True while another Admin could still do what only an Admin can. */
export function hasOtherAdmin(db: Db, _scope: Scope, id: string): boolean {
  return otherAdmin(db).get({ id }) !== undefined;
}

/** True when the address belongs to another person, or may still be taken back by them. */
export function isEmailTaken(db: Db, scope: Scope | Visitor, email: string, by: string | null): boolean {
  const holder = idByEmail(db).get({ email });
  return (holder !== undefined && holder.id !== by) || isReserved(db, scope, email, by);
}

function textsOf({ username, email }: MemberView): string[] {
  return [username, email];
}

function membersFor(db: Db, scope: Scope, managerId?: string): { area: 'all' | 'mine'; me: string } {
  if (managerId !== undefined) return { area: 'mine', me: findManagerId(db, scope, managerId) };
  return { area: scope.isAdmin ? 'all' : 'mine', me: scope.userId };
}

const me = sql.placeholder('me');
const id = sql.placeholder('id');
const living = isNull(user.deletedAt);
const welcome = and(living, eq(user.active, true));
const byName = [sql`username collate nocase`, user.id] as const;

const userById = prepared(db => db.select().from(user).where(eq(user.id, id)));

const { passwordHash: _hash, ...withoutHash } = getTableColumns(user);

const usersById = prepared(db =>
  db
    .select(withoutHash)
    .from(user)
    .where(sql`id in (select value from json_each(${sql.placeholder('ids')}))`),
);

const idByEmail = prepared(db =>
  db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.email, sql.placeholder('email')), living)),
);

const membersOf = prepared((db, area: 'all' | 'mine') => {
  const after = sql.placeholder('after');
  return db
    .select()
    .from(user)
    .where(
      and(
        living,
        area === 'mine' ? eq(user.managerId, me) : undefined,
        // A cursor names a user, whose row stays: users are never deleted from the table.
        sql`(${after} = '' or (username collate nocase, id) > (select username, id from user where id = ${after}))`,
      ),
    )
    .orderBy(...byName)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'));
});

const countOfMembers = prepared((db, area: 'all' | 'mine') =>
  db
    .select({ total: count() })
    .from(user)
    .where(and(living, area === 'mine' ? eq(user.managerId, me) : undefined)),
);

const otherAdmin = prepared(db =>
  db
    .select({ id: user.id })
    .from(user)
    .where(and(welcome, sql`substr(roles, 1, 5) = 'Admin' and id <> ${id}`))
    .limit(1),
);
