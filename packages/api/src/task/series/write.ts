import type { Day } from '@onus/contract/dates/calendar';
import { scheduleFrom } from '@onus/contract/dates/recurrence';
import { isSameSchedule, plainRule, type Rule } from '@onus/contract/dates/rule';
import type { Db } from '@onus/db/open';
import { series, task } from '@onus/db/schema/task';
import { prepared, preparedWrite } from '@onus/db/statements/prepared';
import { and, desc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Scope, SystemScope } from '../../core/scope.ts';
import { audienceOfSeries } from '../audience.ts';
import { keepReplacedInSeries } from '../history/record.ts';
import type { TaskRow } from '../view.ts';

/** A series whose schedule begins on a date; null for what does not repeat. */
export function startSeries(db: Db, scope: Scope, creatorId: string, rule: Rule, from: Day): string | null {
  const { recurrenceType: type, ...plain } = plainRule(rule);
  if (type === 'none') return null;
  const id = uuid();
  const { firstDay, anchorDay } = scheduleFrom(from, { type, anchorDay: plain.recurrenceAnchor });
  seriesInsert(db).run({
    id,
    creatorId,
    type,
    interval: plain.recurrenceInterval,
    days: plain.recurrenceDays,
    every: plain.recurrenceEvery,
    countsFrom: plain.recurrenceFrom,
    endDate: plain.recurrenceEndDate,
    firstDay,
    anchorDay,
    createdAt: scope.now,
    updatedAt: scope.now,
  });
  return id;
}

/**
 * Gives a task another rule, a first one or none. Its series takes part from this occurrence on: another
 * schedule is another series, counted from where this occurrence is due, and what was done before stays
 * behind. A new end is one for the whole series.
 */
export function changeRule(db: Db, scope: Scope, row: TaskRow, rule: Rule): void {
  const { seriesId, scheduledDay } = row;
  if (seriesId === null) {
    if (rule.recurrenceType !== 'none') join(db, row, begin(db, scope, row, rule, row.dueDay));
    return;
  }
  scope.changed('task', audienceOfSeries(db, scope, seriesId));
  if (isSameSchedule(row, rule)) changeEnd(db, scope, row, seriesId, rule);
  // One that its series has gone on without takes nothing along.
  else if (scheduledDay === null) join(db, row, begin(db, scope, row, rule, row.dueDay));
  else if (rule.recurrenceType === 'none') dissolve(db, scope, row, seriesId);
  else branchOff(db, scope, { ...row, seriesId, scheduledDay }, rule);
  sweepSeries(db, scope, seriesId);
}

/** Nothing follows any more; for a transaction that is open, as all of these. */
export function endSeries(db: Db, _scope: Scope, seriesId: string, ended: boolean): void {
  db.update(series).set({ ended }).where(eq(series.id, seriesId)).run();
}

/** The open occurrence of a series. One that was opened again after the series went on is none. */
export function openOccurrence(
  db: Db,
  _scope: Scope,
  seriesId: string,
): { id: string; day: Day } | undefined {
  const found = openOf(db).get({ seriesId });
  return found && { id: found.id, day: found.day ?? '' };
}

/** A series without a task is of no use to anyone. */
export function sweepSeries(db: Db, _scope: Scope | SystemScope, seriesId: string): void {
  db.run(sql`delete from series where id = ${seriesId}
    and not exists (select 1 from task where series_id = ${seriesId})`);
}

/**
 * The oldest tasks of a series that got too long leave it, so that a change of the whole series stays a short write. At
 * most two, so that each completion stays one too, and a longer series becomes shorter.
 */
export function shortenSeries(db: Db, scope: Scope, seriesId: string): void {
  for (const { id } of tooOld(db).all({ seriesId })) leaveSeries(db, scope, eq(task.id, id));
}

/** Tasks of a series: about three years of a daily one. */
const MOST_TASKS = 1_000;

function begin(db: Db, scope: Scope, row: TaskRow, rule: Rule, from: Day): string | null {
  const id = startSeries(db, scope, row.creatorId, rule, from);
  const updatedAt = Math.max(scope.now, row.updatedAt + 1);
  if (id) db.update(series).set({ updatedAt }).where(eq(series.id, id)).run();
  return id;
}

function join(db: Db, row: TaskRow, seriesId: string | null): void {
  const place = { seriesId, scheduledDay: seriesId && row.dueDay, followsId: null };
  db.update(task).set(place).where(eq(task.id, row.id)).run();
}

function changeEnd(db: Db, scope: Scope, row: TaskRow, id: string, rule: Rule): void {
  keepReplacedInSeries(db, scope, row, '');
  const updatedAt = Math.max(scope.now, row.updatedAt + 1);
  db.update(series)
    .set({ interval: rule.recurrenceInterval, endDate: rule.recurrenceEndDate, updatedAt })
    .where(eq(series.id, id))
    .run();
}

/** Off is off: no task of it belongs to a series any more, done or not. */
function dissolve(db: Db, scope: Scope, row: TaskRow, seriesId: string): void {
  keepReplacedInSeries(db, scope, row, '');
  leaveSeries(db, scope, eq(task.seriesId, seriesId));
}

function leaveSeries(db: Db, scope: Scope, which: SQL): void {
  const updatedAt = sql`max(${scope.now}, ${task.updatedAt} + 1)`;
  db.update(task).set({ seriesId: null, scheduledDay: null, followsId: null, updatedAt }).where(which).run();
}

/**
 * From a completed one on, the open one keeps its date: nothing that is planned moves by itself. The last one takes
 * nothing along, and the new schedule has used the date it is due on.
 */
function branchOff(
  db: Db,
  scope: Scope,
  row: TaskRow & { seriesId: string; scheduledDay: Day },
  rule: Rule,
): void {
  if (!row.completed || row.scheduledDay === row.latestDay) {
    join(db, row, begin(db, scope, row, rule, row.dueDay));
  } else {
    keepReplacedInSeries(db, scope, row, row.scheduledDay);
    const first = openOccurrence(db, scope, row.seriesId)?.day ?? row.dueDay;
    db.update(task)
      .set({ seriesId: begin(db, scope, row, rule, first) })
      .where(and(eq(task.seriesId, row.seriesId), gte(task.scheduledDay, row.scheduledDay)))
      .run();
  }
  endSeries(db, scope, row.seriesId, true);
}

const { placeholder } = sql;

const seriesInsert = preparedWrite(db =>
  db.insert(series).values({
    id: placeholder('id'),
    creatorId: placeholder('creatorId'),
    type: placeholder('type'),
    interval: placeholder('interval'),
    days: placeholder('days'),
    every: placeholder('every'),
    countsFrom: placeholder('countsFrom'),
    firstDay: placeholder('firstDay'),
    anchorDay: placeholder('anchorDay'),
    endDate: placeholder('endDate'),
    createdAt: placeholder('createdAt'),
    updatedAt: placeholder('updatedAt'),
  }),
);

const tooOld = prepared({ id: task.id }, (db, columns) =>
  db
    .select(columns)
    .from(task)
    .where(eq(task.seriesId, placeholder('seriesId')))
    .orderBy(desc(task.scheduledDay))
    .limit(2)
    .offset(MOST_TASKS),
);

// Written as the index on it is, so that SQLite uses that.
const openOf = prepared({ id: task.id, day: task.scheduledDay }, (db, columns) =>
  db
    .select(columns)
    .from(task)
    .where(
      and(
        eq(task.seriesId, placeholder('seriesId')),
        sql`completed = 0 and scheduled_day is not null`,
        isNull(task.deletedAt),
      ),
    ),
);
