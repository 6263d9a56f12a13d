import { type Day, dayOf } from '@onus/contract/calendar';
import { nextDay, type Recurrence, type RecurrenceType } from '@onus/contract/recurrence';
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

/** A task as the database holds it: what a series is made of. */
export type Occurrence = typeof task.$inferSelect;

/** The same with its assignees by name. */
export type TaskRow = Occurrence & {
  assignees: Assignee[];
  /** The last date of the series so far; null for a task that does not recur. */
  latestDay: Day | null;
};

export function viewOfTask(scope: Scope, row: TaskRow): Task {
  const owned = owns(scope, row);
  const edit = mayChange(scope, row, ['dueDate']);
  const skipTo =
    row.completed || row.latestDay === null ? null : nextDay(ruleOf(row), row.latestDay, scope.today);
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

/** How the series a task belongs to goes on. */
export function ruleOf(row: Occurrence): Recurrence {
  return {
    type: row.recurrenceType,
    interval: row.recurrenceInterval,
    endDay: row.recurrenceEndDate && dayOf(row.recurrenceEndDate),
    anchorDay: row.anchorDay,
  };
}
