import { folded } from '@onus/contract/folded';
import type { ListPeople } from '@onus/contract/member';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { permit } from '../core/errors.ts';
import { type Page, pageOf } from '../core/rows/page.ts';
import type { Scope } from '../core/scope.ts';
import { BY_NAME, IS_BEHIND } from './members.ts';
import { cursorAfter, placeBehind } from './page.ts';
import { mayMove, mayStart } from './policy.ts';
import { type Person, type PersonRow, personOf } from './view.ts';

/** A person with all that a policy asks about them. */
export const PERSON = {
  id: user.id,
  username: user.username,
  email: user.email,
  roles: user.roles,
  managerId: user.managerId,
  active: user.active,
  deletedAt: user.deletedAt,
} satisfies Record<keyof PersonRow, SQLiteColumn>;

/** The people that "Assign to:" offers: oneself first, then the own members; to an Admin everyone. Active ones only. */
export function assignablePeople(db: Db, scope: Scope, input: ListPeople): Page<Person, string> {
  const start = { ...placeIn(input), me: scope.userId };
  const rows = scope.isAdmin
    ? everybodyElse(db).all(start)
    : ownMembers(db).all({ ...start, manager: Number(scope.isManager) });
  const { items, nextCursor } = pageOf(rows, input.limit, cursorAfter);
  const self = input.cursor ? undefined : selfNamed(db).get(start);
  return { items: (self ? [self, ...items] : items).map(personOf), nextCursor };
}

/** The others of one's household: the manager, who has the same manager, the own members. */
export function findTeammates(db: Db, scope: Scope, input: ListPeople): Page<Person, string> {
  const rows = teammates(db).all({
    ...placeIn(input),
    me: scope.userId,
    manager: Number(scope.isManager),
    managerId: scope.managerId,
  });
  const { items, nextCursor } = pageOf(rows, input.limit, cursorAfter);
  return { items: items.map(personOf), nextCursor };
}

/** The people that the caller may begin to write to, by name (rule 3). */
export function listPeople(db: Db, scope: Scope, input: ListPeople): Page<Person, string> {
  const start = { ...placeIn(input), me: scope.userId };
  const rows = scope.isAdmin
    ? everybodyToWrite(db).all(start)
    : peopleNear(db).all({ ...start, ...nearOf(scope) });
  const { items, nextCursor } = pageOf(rows, input.limit, cursorAfter);
  return { items: items.filter(one => mayStart(scope, one)).map(personOf), nextCursor };
}

/** The people who can manage a member: the active Managers and Admins, by name. */
export function listManagers(db: Db, scope: Scope, input: ListPeople): Page<Person, string> {
  permit(mayMove(scope));
  const rows = managers(db).all(placeIn(input));
  const { items, nextCursor } = pageOf(rows, input.limit, cursorAfter);
  return { items: items.map(personOf), nextCursor };
}

/** The people that a page reads: its cursor has no name of anyone else. */
function nearOf({ userId, isManager, roles, managerId }: Scope) {
  const team = roles.includes('Employee') ? managerId : null;
  return { head: isManager ? userId : null, team, managerId: isManager ? managerId : team };
}

function placeIn({ search, cursor, limit }: ListPeople) {
  return { search: folded(search ?? ''), ...placeBehind(cursor), limit: limit + 1 };
}

const me = sql.placeholder('me');
const manager = sql.placeholder('manager');
const managerId = sql.placeholder('managerId');
const head = sql.placeholder('head');
const team = sql.placeholder('team');
const search = sql.placeholder('search');
/** A name without its spaces, tabs and no-break spaces. */
const unspaced = sql`replace(replace(replace(username, ' ', ''), char(9), ''), char(160), '')`;
/** In the name and the email, and in the name as one types it in one word. */
const isFound = sql`(${search} = '' or
  instr(folded(username || ' ' || email || char(10) || ${unspaced}), ${search}) > 0)`;

const selfNamed = prepared(PERSON, (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(and(eq(user.id, me), isFound)),
);

const everybodyElse = prepared(PERSON, (db, columns) => people(db, columns, sql`id <> ${me}`));

const ownMembers = prepared(PERSON, (db, columns) =>
  people(db, columns, sql`id <> ${me} and ${manager} and manager_id = ${me}`),
);

const everybodyToWrite = prepared(PERSON, (db, columns) => people(db, columns, sql`id <> ${me}`));

const peopleNear = prepared(PERSON, (db, columns) =>
  people(
    db,
    columns,
    sql`id <> ${me} and (manager_id = ${head} or manager_id = ${team} or id = ${managerId})`,
  ),
);

function people(db: Db, columns: typeof PERSON, where: SQL) {
  return db
    .select(columns)
    .from(user)
    .where(and(isNull(user.deletedAt), eq(user.active, true), where, isFound, IS_BEHIND))
    .orderBy(...BY_NAME)
    .limit(sql.placeholder('limit'));
}

const managers = prepared(PERSON, (db, columns) =>
  people(db, columns, sql`(instr(roles, 'Manager') > 0 or instr(roles, 'Admin') > 0)`),
);

const teammates = prepared(PERSON, (db, columns) =>
  people(
    db,
    columns,
    sql`id <> ${me} and (id = ${managerId} or manager_id = ${managerId} or (${manager} and manager_id = ${me}))`,
  ),
);
