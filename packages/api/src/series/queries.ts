import type { Day } from '@onus/contract/calendar';
import type { RecurrenceType } from '@onus/contract/recurrence';
import { series, task } from '@onus/db/schema/task';
import { sql } from 'drizzle-orm';

/** What a row of a task says of its series, which is joined to it; of a task without one that it has none. */
export const recurrence = {
  recurrenceType: sql<RecurrenceType>`coalesce(${series.type}, 'none')`.as('recurrenceType'),
  recurrenceInterval: sql<number>`coalesce(${series.interval}, 1)`.as('recurrenceInterval'),
  recurrenceEndDate: sql<string | null>`${series.endDate}`.as('recurrenceEndDate'),
  firstDay: sql<Day | null>`${series.firstDay}`.as('firstDay'),
  anchorDay: sql<number | null>`${series.anchorDay}`.as('anchorDay'),
  ended: sql<boolean>`coalesce(${series.ended}, 0)`.mapWith(Boolean).as('ended'),
  /** The last date of its schedule so far, also if that one was deleted: it is not used again. */
  latestDay: sql<Day | null>`iif("task"."scheduled_day" is null, null,
    (select s.scheduled_day from task s where s.series_id = "task"."series_id"
      order by s.scheduled_day desc limit 1))`.as('latestDay'),
  /** A change of the series is a change of each of its tasks. */
  updatedAt: sql<number>`max(${task.updatedAt}, coalesce(${series.updatedAt}, 0))`.as('updatedAt'),
};
