import { knownZone, OWN_ZONE } from '@onus/contract/dates/zone';
import { DomainError } from '../../../core/errors.ts';
import { findZone } from '../find.ts';
import type { Resolve, Table } from '../lines.ts';
import type { Reader, Sheet } from '../sheet.ts';
import { taskOf } from './task.ts';
import { readEntry } from './tasks.ts';

/** The tasks of an export of Vikunja, one in each turn of the event loop. */
export async function readVikunja(
  ctx: Reader,
  { lines }: Table,
  sheet: Sheet,
  resolve: Resolve,
): Promise<Sheet> {
  const { today, stored } = ctx.read((db, scope) => ({ today: scope.today, stored: findZone(db, scope) }));
  const zone = knownZone(ctx.caller.timeZone) ?? knownZone(stored) ?? OWN_ZONE;
  for (const line of lines) {
    await ctx.pause();
    const entry = readEntry(line);
    const task =
      'reason' in entry ? { reasons: [entry.reason] } : readOr(() => taskOf(entry, { today, zone, resolve }));
    if ('reasons' in task) sheet.refused.push(...task.reasons.map(reason => ({ line: line.line, reason })));
    else {
      const { input, done, notes } = task;
      sheet.tasks.push({ line: line.line, input, done });
      sheet.partly.push(...notes.map(note => ({ line: line.line, reason: `Not taken over: ${note}` })));
    }
  }
  return sheet;
}

function readOr(read: () => ReturnType<typeof taskOf>): ReturnType<typeof taskOf> {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) return { reasons: [error.message] };
    throw error;
  }
}
