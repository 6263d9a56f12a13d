import { type Day, dayOf } from '../dates/calendar.ts';
import { NO_RULE, type Rule } from '../dates/rule.ts';
import type { PlainTask, TaskView } from '../task.ts';
import type { Operation, TaskOperation } from './operation.ts';
import { insertAll } from './task-place.ts';
import { ruleAfter, scheduleOn, type UsedSchedule, withoutSkip, withRule } from './task-rule.ts';

export interface Person {
  id: string;
  username: string;
}

/** The plain fields as a new task has them if its input leaves them out. Without zod: every list loads it. */
export const PLAIN: Readonly<PlainTask> = {
  title: '',
  text: '',
  dueDate: '',
  dueTime: null,
  completed: false,
};

/** A task as lists show it; the server's view has the same fields. */
export interface TaskRow extends PlainTask, Rule {
  id: string;
  completedAt: string | null;
  completedBy: Person | null;
  creatorId: string;
  managerId: string | null;
  assignees: Person[];
  createdAt: string;
  updatedAt: string;
  /** Null unless it is the open occurrence of a series. */
  schedule: UsedSchedule | null;
  skipTo: Day | null;
  may: { edit: boolean; assign: boolean; delete: boolean; skip: boolean };
}

/** Which tasks a list holds, and who reads it. */
export interface TaskListed {
  me: Person;
  /** The reader's calendar date. */
  today: Day;
  source: 'mine' | 'managed' | { memberId: string };
  view: TaskView;
  order: 'asc' | 'desc';
  month?: string | undefined;
  find?: string | undefined;
}

export interface TaskCounts {
  today: number;
  overdue: number;
  upcoming: number;
}

/**
 * The list with the queued operations applied to it. New tasks and those with another date go to their place, or leave the
 * list. Any other change leaves a task in its place until the server has answered.
 */
export function foldTasks<Row extends TaskRow>(
  rows: readonly Row[],
  operations: readonly Operation[],
  list: TaskListed,
): readonly (Row | TaskRow)[] {
  const mine = operations.filter(isOfTasks);
  if (mine.length === 0) return rows;
  // A task that moves while two pages are requested is on both.
  const read = new Map(rows.map(row => [row.id, row]));
  const known = new Map<string, Row | TaskRow>(read);
  const added = addedBy(mine, list);
  for (const id of added.keys()) if (known.has(id)) added.delete(id);
  const deleted = new Set<string>();
  for (const operation of mine) {
    const { path, op } = operation;
    const { id = op } = operation.input;
    if (path === 'task.delete') deleted.add(id);
    else if (path === 'task.restore') deleted.delete(id);
    else if (path !== 'task.create') {
      for (const place of [known, added as typeof known]) {
        const row = place.get(id);
        if (row) place.set(id, changed(row, operation, list.me));
      }
    }
  }
  const folded: (Row | TaskRow)[] = [];
  const placed: (Row | TaskRow)[] = [...added.values()].filter(row => isOf(list, row));
  for (const was of read.values()) {
    const now = known.get(was.id) ?? was;
    if (now.dueDate === was.dueDate) folded.push(now);
    // What the search has found it finds on every date.
    else if (isOf({ ...list, find: undefined }, now)) placed.push(now);
  }
  return insertAll(folded, placed, list.order).filter(({ id }) => !deleted.has(id));
}

/** The new tasks of the queue that belong to the source of a list, on any date, by id. */
export function addedBy(operations: readonly TaskOperation[], list: Pick<TaskListed, 'me' | 'source'>) {
  const added = new Map<string, TaskRow>();
  for (const operation of operations) {
    if (operation.path !== 'task.create') continue;
    const row = created(operation, list.me);
    if (isFor(list, operation.input.assignees ?? [])) added.set(row.id, row);
  }
  return added;
}

/** Rule 4.4: a person's own tasks are those assigned to them and those that they created without an assignee. */
function isFor({ source, me }: Pick<TaskListed, 'me' | 'source'>, assignees: readonly string[]): boolean {
  if (source === 'managed') return true;
  if (source === 'mine') return assignees.length === 0 || assignees.includes(me.id);
  return assignees.includes(source.memberId);
}

/** Whether a list contains a new task. A completed one also stays on the list of its date. */
export function isOf(
  { view, today, month, find }: Pick<TaskListed, 'view' | 'today' | 'month' | 'find'>,
  { dueDate, completed, title, text }: TaskRow,
): boolean {
  const day = dayOf(dueDate);
  if (month && !dueDate.startsWith(month)) return false;
  if (find && !`${title} ${text}`.toLowerCase().includes(find.toLowerCase())) return false;
  switch (view) {
    case 'today':
      return day === today;
    case 'overdue':
      return day < today;
    case 'upcoming':
      return day > today;
    case 'complete':
      return completed;
    default:
      return true;
  }
}

function created({ op, input, at, people = [] }: CallOf<'task.create'>, me: Person): TaskRow {
  const now = new Date(at).toISOString();
  const rule = ruleAfter(NO_RULE, input, input.dueDate);
  return {
    id: input.id ?? op,
    ...PLAIN,
    ...plainIn(input),
    completedAt: null,
    completedBy: null,
    ...rule,
    creatorId: me.id,
    managerId: null,
    assignees: named(input.assignees, [me, ...people]),
    createdAt: now,
    updatedAt: now,
    schedule: scheduleOn(input.dueDate, rule),
    skipTo: null,
    may: { edit: true, assign: true, delete: true, skip: false },
  };
}

export function changed<Row extends TaskRow>(row: Row, operation: TaskOperation, me: Person): Row {
  switch (operation.path) {
    case 'task.update':
      return withRule(updated(row, operation, me), operation.input);
    case 'task.assign':
      return assigned(row, operation, me);
    case 'task.skip':
      return skipped(row, operation.input.to);
    case 'task.undoSkip':
      return dueOn(row, operation.input.dueDate);
    default:
      return row;
  }
}

function updated<Row extends TaskRow>(row: Row, operation: CallOf<'task.update'>, me: Person): Row {
  const { dueDate, assignees } = operation.input;
  return {
    ...row,
    ...plainIn(operation.input),
    dueDate: dueDate || row.dueDate,
    ...completion(row, operation, me),
    // A removed person disappears at once. The name of a new person comes with the server's response.
    assignees: assignees ? named(assignees, row.assignees) : row.assignees,
  };
}

/** The plain fields that an input sets. */
function plainIn(input: { [Name in keyof PlainTask]?: PlainTask[Name] | undefined }): Partial<PlainTask> {
  const names = (Object.keys(PLAIN) as (keyof PlainTask)[]).filter(name => input[name] !== undefined);
  return Object.fromEntries(names.map(name => [name, input[name]]));
}

/** Completing again what is complete leaves the person who did it first. */
function completion(row: TaskRow, { input: { completed }, at }: CallOf<'task.update'>, me: Person) {
  if (completed === undefined || completed === row.completed) return {};
  if (!completed) return { completed, completedAt: null, completedBy: null };
  const completedAt = new Date(at).toISOString();
  return { completed, completedAt, completedBy: me, schedule: null, ...withoutSkip(row) };
}

function assigned<Row extends TaskRow>(
  row: Row,
  { input, people = [] }: CallOf<'task.assign'>,
  me: Person,
): Row {
  const { add = [], remove = [] } = input;
  const now = [...row.assignees.map(({ id }) => id), ...add].filter(id => !remove.includes(id));
  return { ...row, assignees: named(now, [...row.assignees, me, ...people]) };
}

/** Without those whose name only the server knows. */
function named(ids: readonly string[] = [], known: readonly Person[]): Person[] {
  return [...new Set(ids)].flatMap(id => known.find(one => one.id === id) ?? []);
}

function skipped<Row extends TaskRow>(row: Row, to: Day | undefined): Row {
  return !to || dayOf(row.dueDate) >= to ? row : dueOn(row, `${to}${row.dueDate.slice(to.length)}`);
}

function dueOn<Row extends TaskRow>(row: Row, dueDate: string): Row {
  return { ...row, dueDate, ...withoutSkip(row) };
}

type CallOf<Path extends TaskOperation['path']> = Extract<TaskOperation, { path: Path }>;

export function isOfTasks(operation: Operation): operation is TaskOperation {
  return operation.path.startsWith('task.');
}
