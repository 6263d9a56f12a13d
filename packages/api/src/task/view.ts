import { type Day, dayOf } from '@onus/contract/dates/calendar';
import { followUpOf, type Schedule, skipOf } from '@onus/contract/dates/recurrence';
import { type Rule, rhythmOf } from '@onus/contract/dates/rule';
import { type PlainTask, withPlain } from '@onus/contract/task';
import type { task } from '@onus/db/schema/task';
import { isoTime } from '../core/rows/iso-time.ts';
import type { Scope } from '../core/scope.ts';
import { mayChange, owns } from './policy.ts';

/** A task as the people who may see it get it. Its `dueDate` is canonical; its UTC date is the date it is due. */
export interface Task extends PlainTask, Rule {
  id: string;
  creatorId: string;
  managerId: string | null;
  assignees: Assignee[];
  createdAt: string;
  /** What an edit is based on: send it back with the change (rule 4.8). */
  updatedAt: string;
  /** When it was completed, and who did it. Null while it is open, and when this is not known. */
  completedAt: string | null;
  completedBy: Assignee | null;
  /** Where the schedule of an open occurrence begins, and how far it was used. Null for every other task. */
  schedule: { firstDay: Day; anchorDay: number; latestDay: Day } | null;
  /** The date "Skip to" moves it to; null when it is done, does not repeat or has no later date. */
  skipTo: Day | null;
  /** What the caller may do, so that the app repeats no rule (architecture rule 6). */
  may: { edit: boolean; assign: boolean; delete: boolean; skip: boolean };
}

export interface Assignee {
  id: string;
  username: string;
}

/** A task as the database holds it. */
export type Occurrence = typeof task.$inferSelect;

/** How a task repeats, as its series has it. */
export interface Recurring extends Rule {
  /** Null for a task without a series, as what follows. */
  firstDay: Day | null;
  anchorDay: number | null;
  ended: boolean | null;
  /** Null, too, for one that its series has gone on without. */
  latestDay: Day | null;
}

/** A task with its series and with its assignees by name. */
export type TaskRow = Occurrence &
  Recurring & {
    assignees: Assignee[];
    /** The name of the person who completed it. */
    completer: string | null;
    /** 0 on a page of tasks for one that its reader may not see any more. */
    isOfNow?: number;
  };

export function viewOfTask(scope: Scope, row: TaskRow): Task {
  const owned = owns(scope, row);
  const edit = mayChange(scope, row, ['dueDate']);
  const skipTo = skipDay(row, scope.today);
  return withPlain(row, {
    id: row.id,
    recurrenceType: row.recurrenceType,
    recurrenceInterval: row.recurrenceInterval,
    recurrenceEndDate: row.recurrenceEndDate,
    recurrenceDays: row.recurrenceDays,
    recurrenceEvery: row.recurrenceEvery,
    recurrenceFrom: row.recurrenceFrom,
    recurrenceAnchor: row.recurrenceAnchor,
    creatorId: row.creatorId,
    managerId: row.managerId,
    assignees: row.assignees,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    completedAt: row.completedAt === null ? null : isoTime(row.completedAt),
    completedBy: completerOf(row),
    schedule: shownSchedule(row),
    skipTo,
    may: { edit, assign: owned, delete: owned, skip: edit && skipTo !== null },
  });
}

function completerOf({ completedBy: id, completer: username }: TaskRow): Assignee | null {
  return id === null || username === null ? null : { id, username };
}

function shownSchedule({ firstDay, anchorDay, latestDay, completed, ended }: TaskRow): Task['schedule'] {
  if (firstDay === null || anchorDay === null || latestDay === null || completed || ended) return null;
  return { firstDay, anchorDay, latestDay };
}

/** A due date of the row on another date. The time of day stays as it was given. */
export function onDay({ dueDate }: Pick<Occurrence, 'dueDate'>, day: Day): string {
  return `${day}${dueDate.slice(10)}`;
}

/** The date the next occurrence has: on the schedule, after all there were and not before today. */
export function followUpDay(row: Recurring, today: Day): Day | null {
  const schedule = row.ended ? null : scheduleOf(row);
  return schedule && row.latestDay && followUpOf(schedule, row.recurrenceFrom, row.latestDay, today);
}

/** The same for an open one that is skipped; it also lies after the date that one was moved to. */
export function skipDay(row: Recurring & { completed: boolean; dueDay: Day }, today: Day): Day | null {
  const schedule = row.completed || row.ended ? null : scheduleOf(row);
  const { latestDay, dueDay } = row;
  return schedule && latestDay && skipOf(schedule, row.recurrenceFrom, { latestDay, dueDay, today });
}

function scheduleOf(row: Recurring): Schedule | null {
  const { firstDay, anchorDay, recurrenceEndDate: end } = row;
  if (firstDay === null || anchorDay === null) return null;
  return { ...rhythmOf(row), firstDay, anchorDay, endDay: end && dayOf(end) };
}
