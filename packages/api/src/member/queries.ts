import type { ListMembers } from '@onus/contract/member';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { conversation } from '@onus/db/schema/chat';
import { user } from '@onus/db/schema/user';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { notFound } from '../errors.ts';
import { type MemberView, viewOfMember } from '../member-view.ts';
import type { Scope } from '../scope.ts';
import type { UserRow } from '../session/queries.ts';
import { type UserView, viewOfUser } from '../user-view.ts';
import { mayActAs, maySee } from './policy.ts';

export interface MemberPage {
  items: MemberView[];
  nextCursor: string | null;
}

/** All that teammates learn of each other (decision 3). */
export interface Teammate {
  id: string;
  username: string;
  email: string;
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

/** One page of the caller's members, by name; an Admin's are everybody. Inactive ones are listed too. */
export function listMembers(db: Db, scope: Scope, { limit, cursor }: ListMembers): MemberPage {
  const rows = membersOf(db, areaOf(scope)).all({ me: scope.userId, after: cursor ?? '', limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(row => viewOfMember(scope, row)),
    nextCursor: last?.id ?? null,
  };
}

/** All of them, as the REST API promises it; or those of a manager whose area the caller may act in. */
export function wholeMembers(db: Db, scope: Scope, managerId?: string): MemberView[] {
  const area = managerId === undefined ? areaOf(scope) : 'mine';
  const me = managerId === undefined ? scope.userId : findManagerId(db, scope, managerId);
  return membersOf(db, area)
    .all({ me, after: '', limit: -1 })
    .map(row => viewOfMember(scope, row));
}

/** `{managerId}` must be oneself unless one is an Admin (decision 6). @throws DomainError NOT_FOUND */
export function findManagerId(db: Db, scope: Scope, id: string): string {
  if (!mayActAs(scope, id)) throw notFound('User');
  return findUserRow(db, scope, id).id;
}

/** Whom "Assign to:" offers: oneself first, then the own members; to an Admin everybody. Active ones only. */
export function assignablePeople(db: Db, scope: Scope): Teammate[] {
  return assignable(db).all({
    me: scope.userId,
    admin: Number(scope.isAdmin),
    manager: Number(scope.isManager),
  });
}

/** The others of one's household: the manager, who has the same manager, the own members. */
export function findTeammates(db: Db, scope: Scope): Teammate[] {
  return teammates(db).all({
    me: scope.userId,
    manager: Number(scope.isManager),
    managerId: scope.managerId,
  });
}

/** Whoever rows name, also who is inactive or deleted: what of them the caller may know is the view's to say. */
export function usersNamed(db: Db, _scope: Scope, ids: readonly (string | null)[]): UserRow[] {
  return usersById(db).all({ ids: JSON.stringify([...new Set(ids)]) });
}

/** Everybody who may see anything of a user, also in a thread the two have: whom a change of it ticks. */
export function readersOf(db: Db, _scope: Scope, { id, managerId }: UserRow): string[] {
  return readers(db)
    .all({ id, managerId })
    .map(row => row.id);
}

/** True while somebody else could still do what only an Admin can. */
export function hasOtherAdmin(db: Db, _scope: Scope, id: string): boolean {
  return otherAdmin(db).get({ id }) !== undefined;
}

/** True when the address belongs to somebody else. */
export function isEmailTaken(db: Db, _scope: Scope, email: string, by: string | null): boolean {
  const holder = idByEmail(db).get({ email });
  return holder !== undefined && holder.id !== by;
}

function areaOf(scope: Scope): 'all' | 'mine' {
  return scope.isAdmin ? 'all' : 'mine';
}

const TEAMMATE = { id: user.id, username: user.username, email: user.email };
const me = sql.placeholder('me');
const id = sql.placeholder('id');
const manager = sql.placeholder('manager');
const managerId = sql.placeholder('managerId');
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
        // A cursor names a user, who is there for good: nobody is ever deleted from the table.
        sql`(${after} = '' or (username collate nocase, id) > (select username, id from user where id = ${after}))`,
      ),
    )
    .orderBy(...byName)
    .limit(sql.placeholder('limit'));
});

const assignable = prepared(db =>
  db
    .select(TEAMMATE)
    .from(user)
    .where(
      and(welcome, sql`(${sql.placeholder('admin')} or id = ${me} or (${manager} and manager_id = ${me}))`),
    )
    .orderBy(sql`id <> ${me}`, ...byName),
);

const teammates = prepared(db =>
  db
    .select(TEAMMATE)
    .from(user)
    .where(
      and(
        welcome,
        sql`id <> ${me} and (id = ${managerId} or manager_id = ${managerId} or (${manager} and manager_id = ${me}))`,
      ),
    )
    .orderBy(...byName),
);

const readers = prepared(db =>
  db
    .select({ id: user.id })
    .from(user)
    .where(sql`id in (${id}, ${managerId}) or manager_id in (${id}, ${managerId})`)
    .union(db.select({ id: user.id }).from(user).where(sql`substr(roles, 1, 5) = 'Admin'`))
    .union(
      db.select({ id: conversation.highUserId }).from(conversation).where(eq(conversation.lowUserId, id)),
    )
    .union(
      db.select({ id: conversation.lowUserId }).from(conversation).where(eq(conversation.highUserId, id)),
    ),
);

const otherAdmin = prepared(db =>
  db
    .select({ id: user.id })
    .from(user)
    .where(and(welcome, sql`substr(roles, 1, 5) = 'Admin' and id <> ${id}`))
    .limit(1),
);
