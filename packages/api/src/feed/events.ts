import { type Day, dayOf } from '@onus/contract/dates/calendar';
import { nextDay, type Schedule } from '@onus/contract/dates/recurrence';
import { rhythmOf } from '@onus/contract/dates/rule';
import type { Task } from '../task/view.ts';
import { type Repetition, repetitionOf } from './repetition.ts';

/** An event of a calendar. */
export interface FeedEvent {
  uid: string;
  taskId: string;
  title: string;
  text: string;
  day: Day;
  /** HH:MM by the reader's own clock; null for the whole day. */
  time: string | null;
  repetition: Repetition | null;
  /** ISO timestamp of the last change. */
  updatedAt: string;
}

/**
 * The events of a task (rule 9.9). The open one of a series is the first date of an event that repeats. Where it is not
 * on the schedule any more, or the schedule goes on later than on its next date, it is an event of its own and the
 * repeating one begins with its follow-up.
 * @param seriesId of its series, which names the repeating event; null for a task that does not repeat.
 */
export function eventsOf(task: Task, seriesId: string | null, today: Day): FeedEvent[] {
  const day = dayOf(task.dueDate);
  const event = eventOn(task, day);
  const schedule = scheduleOf(task);
  if (!schedule || !seriesId || !task.schedule) return [event];
  if (task.recurrenceFrom === 'done') return [{ ...event, uid: seriesId }];
  const { latestDay } = task.schedule;
  const next = nextDay(schedule, latestDay, today);
  const isFirst = day === latestDay && isOn(schedule, day) && nextDay(schedule, day) === next;
  if (isFirst) return [{ ...event, uid: seriesId, repetition: repetitionOf(schedule, day, today) }];
  if (!next) return [event];
  const repetition = repetitionOf(schedule, next, today);
  return [event, { ...event, uid: seriesId, day: next, repetition }];
}

function eventOn({ id, title, text, dueTime: time, updatedAt }: Task, day: Day): FeedEvent {
  return { uid: id, taskId: id, title, text, day, time, repetition: null, updatedAt };
}

/** Null for a task that has no follow-up. */
function scheduleOf(task: Task): Schedule | null {
  if (!task.schedule || task.recurrenceType === 'none') return null;
  const { firstDay, anchorDay } = task.schedule;
  const { recurrenceEndDate: end } = task;
  return { ...rhythmOf(task), firstDay, anchorDay, endDay: end && dayOf(end) };
}

/** A first date need not be one of its own schedule, such as a Wednesday of a set of Mondays. */
function isOn(schedule: Schedule, day: Day): boolean {
  const before = new Date(Date.parse(day) - 86_400_000).toISOString();
  return nextDay(schedule, dayOf(before)) === day;
}
