import type { ListUsers } from '@onus/contract/admin/users';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { type Page, pageOf } from '../core/rows/page.ts';
import type { Scope } from '../core/scope.ts';
import { USER_COLUMNS } from '../core/sessions/find.ts';
import { type MemberView, viewOfMember } from '../member/view.ts';
import { BY_NAME, IS_BEHIND } from '../people/members.ts';
import { cursorAfter, placeBehind } from '../people/page.ts';
import { matchOf } from '../search/match.ts';

/** A person as an Admin finds them. */
export interface UserLine extends MemberView {
  manager: { id: string; username: string } | null;
  /** How many browsers are signed in, up to 100. */
  sessions: number;
  /** ISO timestamp of the last refresh of those; null for someone who is signed in nowhere. */
  lastSeenAt: string | null;
  /** ISO timestamp. */
  createdAt: string;
}

/** People whom a search finds and who are all read. */
const FEW = 200;

/** Sessions of one person that are counted: a program that signs in at every call has thousands. */
const COUNTED = 100;

/** One page of everyone, by name: deleted people are left out, inactive ones are not. */
export function listUsers(
  db: Db,
  scope: Scope,
  { search = '', limit, cursor }: ListUsers,
): Page<UserLine, string> {
  const match = search.trim() === '' ? undefined : matchOf(search, null);
  // A text of signs alone is in no name.
  if (match === null) return { items: [], nextCursor: null };
  const place = { ...placeBehind(cursor), now: scope.now, limit: limit + 1 };
  const rows = match === undefined ? everyone(db).all(place) : matching(db, place, match);
  const lines = rows.map(({ managerName, sessions, seenAt, ...row }) => ({
    ...viewOfMember(scope, row),
    manager: row.managerId === null ? null : { id: row.managerId, username: managerName ?? '' },
    sessions,
    lastSeenAt: seenAt === null ? null : new Date(seenAt).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
  }));
  return pageOf(lines, limit, cursorAfter, one => [one.username, one.email, one.manager?.username ?? '']);
}

/** Where a page begins. */
interface Place extends ReturnType<typeof placeBehind> {
  now: number;
  limit: number;
}

/** A few are read and sorted. Of more, those are read that come first by name. */
function matching(db: Db, place: Place, match: string) {
  const few = rowsWith(db).all({ match, most: FEW + 1 });
  if (few.length > FEW) return thoseWith(db).all({ ...place, match });
  return thoseIn(db).all({ ...place, rows: JSON.stringify(few.map(({ row }) => row)) });
}

const now = sql.placeholder('now');
const LIVING = sql`select rotated_at from session
  where user_id = "user"."id" and expires_at > ${now} order by created_at desc limit ${sql.raw(`${COUNTED}`)}`;

const LINE = {
  ...USER_COLUMNS,
  managerName: sql<string | null>`(select m.username from user m where m.id = "user"."manager_id")`,
  sessions: sql<number>`(select count(*) from (${LIVING}))`,
  seenAt: sql<number | null>`(select max(rotated_at) from (${LIVING}))`,
};

const BEHIND = and(
  isNull(user.deletedAt),
  // Where the index begins: SQLite finds no place in it for two values at once.
  sql`username collate nocase >= ${sql.placeholder('lastName')}`,
  IS_BEHIND,
);

const everyone = prepared(LINE, (db, columns) => people(db, columns));

const rowsWith = prepared({ row: sql<number>`rowid` }, (db, columns) =>
  db
    .select(columns)
    .from(sql`user_words`)
    .where(sql`user_words match ${sql.placeholder('match')}`)
    .limit(sql.placeholder('most')),
);

const thoseIn = prepared(LINE, (db, columns) =>
  people(db, columns, sql`"user".rowid in (select value from json_each(${sql.placeholder('rows')}))`),
);

/** By the index of names: a row is read only where its number is in the list of those words. */
const thoseWith = prepared(LINE, (db, columns) =>
  people(
    db,
    columns,
    // The sign keeps SQLite from reading the whole list of rows and sorting them.
    sql`+"user".rowid in (select rowid from user_words where user_words match ${sql.placeholder('match')})`,
  ),
);

function people(db: Db, columns: typeof LINE, where?: SQL) {
  return db
    .select(columns)
    .from(user)
    .where(and(BEHIND, where))
    .orderBy(...BY_NAME)
    .limit(sql.placeholder('limit'));
}
