import { boundsOf } from '@onus/contract/dates/month';
import { datesOf } from '@onus/contract/dates/zone';
import { MOST_COUNTED } from '@onus/contract/limits/lengths';
import type { ListPeopleTasks } from '@onus/contract/manager';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, type SQL, sql } from 'drizzle-orm';
import { type Page, pageOf } from '../core/rows/page.ts';
import type { Scope } from '../core/scope.ts';
import { BY_NAME, IS_BEHIND, IS_MEMBER } from '../people/members.ts';
import { cursorAfter, placeBehind } from '../people/page.ts';
import { type MemberArea, memberAreaOf } from '../people/policy.ts';
import { due, IS_READ } from '../task/list.ts';

/** A member, and how far they are with the tasks of their own list that the caller may read. */
export interface PersonTasks {
  id: string;
  username: string;
  active: boolean;
  /** Tasks due today. */
  today: { done: number; all: number };
  overdue: number;
  /** Completed tasks that are due this month, as the chart counts them. */
  doneThisMonth: number;
}

/** One page of the caller's members by name, an Admin's of everyone, in the order of `member.list`. */
export function listPeople(
  db: Db,
  scope: Scope,
  { limit, cursor }: ListPeopleTasks,
): Page<PersonTasks, string> {
  const rows = peopleOf(db, memberAreaOf(scope)).all({
    me: scope.userId,
    ...datesOf(scope.today),
    ...boundsOf(scope.today.slice(0, 7)),
    ...placeBehind(cursor),
    limit: limit + 1,
  });
  const people = rows.map(({ openToday, doneToday, ...person }) => ({
    ...person,
    today: { done: doneToday, all: openToday + doneToday },
  }));
  return pageOf(people, limit, cursorAfter, one => [one.username]);
}

const peopleOf = prepared(
  (area: MemberArea) => ({
    id: user.id,
    username: user.username,
    active: user.active,
    openToday: countOf(area, 0, due.today),
    doneToday: countOf(area, 1, due.today),
    overdue: countOf(area, 0, due.before),
    doneThisMonth: countOf(area, 1, due.between),
  }),
  (db, columns, area) =>
    db
      .select(columns)
      .from(user)
      .where(and(IS_MEMBER[area], IS_BEHIND))
      .orderBy(...BY_NAME)
      .limit(sql.placeholder('limit')),
);

/**
 * One range of one index for each person, up to a limit, so that a page takes no longer for people with many tasks. An
 * Admin may read every task.
 */
function countOf(area: MemberArea, done: 0 | 1, inTime: SQL): SQL<number> {
  return sql<number>`(select count(*) from (select 1 from task_reader place
    where place.user_id = "user"."id" and place.own = 1 and place.completed = ${sql.raw(String(done))}
      and ${inTime} and ${area === 'all' ? sql`1` : IS_READ} limit ${sql.raw(String(MOST_COUNTED))}))`;
}
