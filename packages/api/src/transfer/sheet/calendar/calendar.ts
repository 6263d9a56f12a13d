import type { Day } from '@onus/contract/dates/calendar';
import { knownZone, OWN_ZONE } from '@onus/contract/dates/zone';
import type { CreateTask } from '@onus/contract/task';
import { DomainError } from '../../../core/errors.ts';
import { findZone } from '../find.ts';
import type { Line, Refusal, Table } from '../lines.ts';
import type { Reader } from '../sheet.ts';
import { type Entry, readEntry } from './entries.ts';
import { type Here, taskOf } from './task.ts';
import { textOf, whenOf } from './when.ts';

interface Calendar {
  tasks: Line<CreateTask>[];
  refused: Refusal[];
  partly: Refusal[];
}

/** The events and to-dos of a calendar as tasks, one in each turn of the event loop. */
export async function readCalendar(ctx: Reader, table: Table): Promise<Calendar> {
  const calendar: Calendar = { tasks: [], refused: [], partly: [] };
  const { today, stored } = ctx.read((db, scope) => ({ today: scope.today, stored: findZone(db, scope) }));
  const zone = knownZone(ctx.caller.timeZone) ?? knownZone(stored) ?? OWN_ZONE;
  const entries: Entry[] = [];
  const replaced = new Map<string, Day[]>();
  for (const line of table.lines) {
    await ctx.pause();
    const entry = readEntry(line);
    if ('reason' in entry) calendar.refused.push({ line: line.line, reason: entry.reason });
    else {
      entries.push(entry);
      addReplaced(replaced, entry, zone);
    }
  }
  for (const entry of entries) {
    await ctx.pause();
    const isOne = entry.properties.has('recurrence-id');
    sortIn(calendar, entry, {
      today,
      zone,
      replaced: isOne ? [] : (replaced.get(textOf(entry, 'uid')) ?? []),
    });
  }
  calendar.refused.sort((one, other) => one.line - other.line);
  return calendar;
}

function sortIn(calendar: Calendar, entry: Entry, here: Here): void {
  const { line } = entry;
  const task = readOr(entry, here);
  if ('reasons' in task) calendar.refused.push(...task.reasons.map(reason => ({ line, reason })));
  else {
    calendar.tasks.push({ line, input: task.input, done: task.done });
    calendar.partly.push(...task.notes.map(reason => ({ line, reason: `Not taken over: ${reason}` })));
  }
}

function readOr(entry: Entry, here: Here): ReturnType<typeof taskOf> {
  if (/^cancelled$/i.test(textOf(entry, 'status'))) return { reasons: ['STATUS is CANCELLED'] };
  try {
    return taskOf(entry, here);
  } catch (error) {
    if (error instanceof DomainError) return { reasons: [error.message] };
    throw error;
  }
}

/** Notes, by the UID of a series, its date that has an entry of its own. */
function addReplaced(replaced: Map<string, Day[]>, entry: Entry, zone: string): void {
  try {
    const day = whenOf(entry, 'recurrence-id', zone)?.day;
    const uid = textOf(entry, 'uid');
    const days = replaced.get(uid);
    if (days && day) days.push(day);
    else if (day) replaced.set(uid, [day]);
  } catch (error) {
    // The entry itself is made a task; only its place in the series is not known.
    if (!(error instanceof DomainError)) throw error;
  }
}
