import type { Day } from '@onus/contract/dates/calendar';
import type { RecurrenceFrom, RecurrenceType } from '@onus/contract/dates/recurrence';
import { series, task } from '@onus/db/schema/task';
import { decoded } from '@onus/db/statements/selection';
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';

const sibling = alias(task, 'sibling');

/** What a row of a task says of its series, which is joined to it; of a task without one that it has none. */
export const recurrence = {
  recurrenceType: sql<RecurrenceType>`coalesce(${series.type}, 'none')`,
  recurrenceInterval: sql<number>`coalesce(${series.interval}, 1)`,
  recurrenceEndDate: series.endDate,
  recurrenceDays: decoded<number[]>(sql`coalesce(${series.days}, '[]')`, text =>
    text === '[]' ? [] : JSON.parse(text),
  ),
  recurrenceEvery: sql<number>`coalesce(${series.every}, 1)`,
  recurrenceFrom: sql<RecurrenceFrom>`coalesce(${series.countsFrom}, 'due')`,
  /** From completion, each date has the day of the month of its completion. */
  recurrenceAnchor: sql<
    number | null
  >`iif(${series.countsFrom} = 'due' and ${series.type} in ('monthly', 'yearly'),
    ${series.anchorDay}, null)`,
  firstDay: series.firstDay,
  anchorDay: series.anchorDay,
  ended: series.ended,
  /** The last date of its schedule so far, also if that one was deleted: it is not used again. */
  latestDay: sql<Day | null>`iif(${task.scheduledDay} is null, null,
    (select ${sibling.scheduledDay} from ${task} ${sql.identifier('sibling')}
      where ${sibling.seriesId} = ${task.seriesId} order by ${sibling.scheduledDay} desc limit 1))`,
  /** A change of the series is a change of each of its tasks. */
  updatedAt: sql<number>`max(${task.updatedAt}, coalesce(${series.updatedAt}, 0))`,
};
