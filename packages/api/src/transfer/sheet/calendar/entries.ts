import { atMost } from '@onus/contract/limits/budgets';
import { SHEET_BUDGETS } from '@onus/contract/limits/sheet-budgets';
import { SHEET_LIMITS } from '@onus/contract/transfer/sheet-limits';
import ICAL from 'ical.js';
import { z } from 'zod';
import type { Pausing } from '../../../core/access.ts';
import { DomainError } from '../../../core/errors.ts';
import type { CsvLine } from '../csv.ts';

/** Name, parameters, type and values, as jCal (RFC 7265) has them. */
const property = z.tuple([z.string(), z.record(z.string(), z.unknown()), z.string()], z.unknown());
const component = z.tuple([z.string(), z.array(property), z.array(z.unknown())]);

export type Property = z.output<typeof property>;

/** An event or a to-do. */
export interface Entry {
  line: number;
  kind: 'vevent' | 'vtodo';
  /** By name, in lower case. */
  properties: Map<string, Property[]>;
}

/** Lines that are looked at in one turn of the event loop. */
const TOGETHER = 2_000;

/**
 * The parts of a calendar, each with the line it begins on and its text as the only cell. Zones are left out: their
 * names are enough.
 * @throws DomainError BAD_REQUEST for what is no calendar, is cut off, or has too many parts.
 */
export async function calendarLines({ pause }: Pausing, text: string): Promise<CsvLine[]> {
  const parts: CsvLine[] = [];
  const open: string[] = [];
  let [start, hasCalendar] = [0, false];
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  for (const [at, line] of lines.entries()) {
    if (at % TOGETHER === TOGETHER - 1) await pause();
    const [, edge = '', name = ''] = /^(BEGIN|END):(\S+)\s*$/i.exec(line.slice(0, 100)) ?? [];
    if (!hasCalendar && line.trim() !== '' && !/^VCALENDAR$/i.test(name)) throw noCalendar();
    if (/^BEGIN$/i.test(edge)) {
      hasCalendar = true;
      if (open.length === 1) start = at;
      open.push(name.toUpperCase());
    } else if (edge !== '') {
      if (open.pop() !== name.toUpperCase()) throw unreadable(at + 1, `nothing ends with END:${name}`);
      if (open.length === 1 && !/^VTIMEZONE$/i.test(name)) {
        parts.push({ line: start + 1, cells: [lines.slice(start, at + 1).join('\r\n')] });
      }
      if (parts.length > SHEET_LIMITS.lines) throw tooMany();
    }
  }
  if (!hasCalendar) throw noCalendar();
  const left = open.pop();
  if (left) throw unreadable(lines.length, `END:${left} is missing`);
  return parts;
}

/** A part of a calendar as an event or a to-do, or why it is none. */
export function readEntry({ line, cells: [text = ''] }: CsvLine): Entry | { reason: string } {
  if (text.length > SHEET_BUDGETS.sheetEntry.most) return { reason: atMost(SHEET_BUDGETS.sheetEntry) };
  const kind = /^BEGIN:(\S+)/i.exec(text)?.[1]?.toLowerCase();
  if (kind !== 'vevent' && kind !== 'vtodo') return { reason: `${kind?.toUpperCase()} is not imported` };
  try {
    const [, properties] = component.parse(ICAL.parse(text));
    return { line, kind, properties: Map.groupBy(properties, ([name]) => name) };
  } catch (error) {
    // What ical.js throws has no type of its own, and its message names the property.
    const message = error instanceof Error && !(error instanceof z.ZodError) ? error.message : '';
    return { reason: `This entry cannot be read${message && `: ${message.slice(0, 200)}`}` };
  }
}

function noCalendar(): DomainError {
  return new DomainError('BAD_REQUEST', 'This is no calendar file: it does not begin with BEGIN:VCALENDAR');
}

function unreadable(line: number, reason: string): DomainError {
  return new DomainError('BAD_REQUEST', `Line ${line}: ${reason}`);
}

function tooMany(): DomainError {
  return new DomainError(
    'BAD_REQUEST',
    `The calendar has more than ${SHEET_LIMITS.lines} events and to-dos. Import up to ${SHEET_LIMITS.lines} at a time.`,
  );
}
