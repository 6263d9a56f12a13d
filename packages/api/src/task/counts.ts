import { datesOf } from '@onus/contract/dates/zone';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/statements/prepared';
import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../core/scope.ts';
import { type Area, areaOf, due, IN_AREA, type Whose } from './list.ts';

export interface TaskCounts {
  /** Due today and still to do. */
  today: number;
  overdue: number;
  upcoming: number;
}

/** What is still to do, as the tabs show it. */
export function countTasks(db: Db, scope: Scope, whose: Whose): TaskCounts {
  const { area, ...place } = areaOf(db, scope, whose);
  return (
    countsOf(db, area).get({ ...datesOf(scope.today), ...place }) ?? { today: 0, overdue: 0, upcoming: 0 }
  );
}

/** How many tasks of a list are due strictly between two dates, compared as text (rule 4.7). */
export function countBetween(
  db: Db,
  scope: Scope,
  whose: Whose,
  bounds: { after: string; before: string },
): { complete: number; incomplete: number } {
  const { area, ...place } = areaOf(db, scope, whose);
  return countsBetween(db, area).get({ ...bounds, ...place }) ?? { complete: 0, incomplete: 0 };
}

const countsOf = prepared(
  (area: Area) => ({
    today: countWhere(area, 0, due.today),
    overdue: countWhere(area, 0, due.before),
    upcoming: countWhere(area, 0, due.after),
  }),
  (db, columns) => db.select(columns).from(sql`(select 1)`),
);

const countsBetween = prepared(
  (area: Area) => ({
    complete: countWhere(area, 1, due.between),
    incomplete: countWhere(area, 0, due.between),
  }),
  (db, columns) => db.select(columns).from(sql`(select 1)`),
);

function countWhere(area: Area, done: 0 | 1, inTime: SQL): SQL<number> {
  const { from, isIn, isCounted } = IN_AREA[area];
  return sql<number>`(select count(*) from ${from}
    where ${isIn} and place.completed = ${sql.raw(String(done))} and ${inTime} and ${isCounted})`;
}
