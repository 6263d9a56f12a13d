import { FEED_PAGE, type FeedEvents } from '@onus/contract/auth/token/feed';
import { type Day, dayOf } from '@onus/contract/dates/calendar';
import type { Db } from '@onus/db/open';
import { task } from '@onus/db/schema/task';
import { prepared } from '@onus/db/statements/prepared';
import { sql } from 'drizzle-orm';
import type { Scope } from '../core/scope.ts';
import { feedName } from '../core/sessions/tokens.ts';
import { listTasks } from '../task/list.ts';
import { eventsOf, type FeedEvent } from './events.ts';

export interface FeedPage {
  /** What the owner called the feed. */
  name: string;
  events: FeedEvent[];
  nextCursor: string | null;
}

/** Days for which the past is in a calendar. */
const DAYS_BACK = 30;

/** Part of the caller's own list as events, the latest due dates first. What was due before 30 days ago is left out. */
export function listEvents(db: Db, scope: Scope, { of, cursor }: FeedEvents): FeedPage {
  const view = of === 'open' ? 'incomplete' : 'complete';
  const input = { view, order: 'desc', limit: FEED_PAGE, cursor } as const;
  const { items, nextCursor } = listTasks(db, scope, 'mine', input);
  const series = seriesOf(db, scope, items);
  const oldest = daysBefore(scope.today, DAYS_BACK);
  const events = items
    .flatMap(one => eventsOf(one, series.get(one.id) ?? null, scope.today))
    .filter(({ day, repetition }) => repetition !== null || day >= oldest);
  const last = items.at(-1);
  const isOver = of === 'done' && last !== undefined && dayOf(last.dueDate) < oldest;
  return { name: feedName(db, scope.sessionId) ?? 'Onus', events, nextCursor: isOver ? null : nextCursor };
}

/** The series of tasks that the caller has read, by the ids of the tasks. */
function seriesOf(db: Db, _scope: Scope, tasks: readonly { id: string }[]): Map<string, string | null> {
  const ids = JSON.stringify(tasks.map(({ id }) => id));
  return new Map(
    seriesOfTasks(db)
      .all({ ids })
      .map(({ id, seriesId }) => [id, seriesId]),
  );
}

function daysBefore(day: Day, days: number): Day {
  return dayOf(new Date(Date.parse(day) - days * 86_400_000).toISOString());
}

const seriesOfTasks = prepared({ id: task.id, seriesId: task.seriesId }, (db, columns) =>
  db
    .select(columns)
    .from(task)
    .where(sql`${task.id} in (select value from json_each(${sql.placeholder('ids')}))`),
);
