import { type Day, dayOf } from '@onus/contract/calendar';
import { nextDay, type RecurrenceType, type Schedule } from '@onus/contract/recurrence';
import type { task } from '@onus/db/schema/task';
import { isoTime } from './iso-time.ts';
import type { Scope } from './scope.ts';
import { mayChange, owns } from './task/policy.ts';

/** A task as those who may see it see it. */
export interface Task {
  id: string;
  title: string;
  text: string;
  /** Canonical ISO timestamp; its UTC date is the date the task is due. */
  dueDate: string;
  completed: boolean;
  recurrenceType: RecurrenceType;
  recurrenceInterval: number;
  recurrenceEndDate: string | null;
  creatorId: string;
  managerId: string | null;
  assignees: Assignee[];
  createdAt: string;
  /** What an edit is based on: send it back with the change (decision 4.8). */
  updatedAt: string;
  /** The date "Skip to" moves it to; null when it is done, does not repeat or has no later date. */
  skipTo: Day | null;
  /** What the caller may do, so that the app repeats no rule (law 6). */
  may: { edit: boolean; assign: boolean; delete: boolean; skip: boolean };
}

export interface Assignee {
  id: string;
  username: string;
}

/** A task as the database holds it. */
export type Occurrence = typeof task.$inferSelect;

/** How a task repeats, as its series has it. */
export interface Recurring {
  recurrenceType: RecurrenceType;
  recurrenceInterval: number;
  recurrenceEndDate: string | null;
  /** Null for a task without a series, as what follows. */
  firstDay: Day | null;
  anchorDay: number | null;
  ended: boolean;
  /** Null, too, for one that its series has gone on without. */
  latestDay: Day | null;
}

/** A task with its series and with its assignees by name. */
export type TaskRow = Occurrence &
  Recurring & {
    assignees: Assignee[];
    /** 0 on a page of tasks for one that its reader may not see any more. */
    isOfNow?: number;
  };

export function viewOfTask(scope: Scope, row: TaskRow): Task {
  const owned = owns(scope, row);
  const edit = mayChange(scope, row, ['dueDate']);
  const skipTo = skipDay(row, scope.today);
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    dueDate: row.dueDate,
    completed: row.completed,
    recurrenceType: row.recurrenceType,
    recurrenceInterval: row.recurrenceInterval,
    recurrenceEndDate: row.recurrenceEndDate,
    creatorId: row.creatorId,
    managerId: row.managerId,
    assignees: row.assignees,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    skipTo,
    may: { edit, assign: owned, delete: owned, skip: edit && skipTo !== null },
  };
}

/** The date the next occurrence has: on the schedule, after all there were and not before today. */
export function followUpDay(row: Recurring, today: Day): Day | null {
  const schedule = row.ended ? null : scheduleOf(row);
  return schedule && row.latestDay && nextDay(schedule, row.latestDay, today);
}

/** The same for an open one that is skipped; it also lies after the date that one was moved to. */
export function skipDay(row: Recurring & { completed: boolean; dueDay: Day }, today: Day): Day | null {
  const schedule = row.completed || row.ended ? null : scheduleOf(row);
  if (!schedule || !row.latestDay) return null;
  const [, later = row.dueDay] = [row.latestDay, row.dueDay].sort();
  return nextDay(schedule, later, today);
}

function scheduleOf(row: Recurring): Schedule | null {
  const { recurrenceType: type, recurrenceInterval: interval, firstDay, anchorDay } = row;
  if (firstDay === null || anchorDay === null) return null;
  return {
    type,
    interval,
    firstDay,
    anchorDay,
    endDay: row.recurrenceEndDate && dayOf(row.recurrenceEndDate),
  };
}
