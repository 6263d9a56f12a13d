import { z } from 'zod';
import { isDay, isoDate, noonOf } from '../dates/calendar.ts';
import { rowId } from '../id.ts';
import { text } from '../limits/text.ts';
import { SHEET_KINDS, SHEET_LIMITS } from './sheet-limits.ts';

const YES = ['yes', 'y', 'true', '1', 'x', 'done'];
const NO = ['', 'no', 'n', 'false', '0'];

/** A table with commas, semicolons or tabs between cells and a header row. */
export const previewSheetInput = z.object({
  kind: z.enum(SHEET_KINDS),
  table: text(SHEET_LIMITS.characters),
});

export const importSheetInput = previewSheetInput.extend({
  /** A client id, from which the ids of all rows derive, so that a retry creates no duplicates. */
  id: z.uuid({ version: 'v7', error: 'Id must be a version 7 UUID' }),
  /** The number of rows in the preview. */
  count: z.number().int().min(1, 'Nothing to import'),
});

/** Deletes what an import has made. */
export const undoSheetInput = z.object({ id: rowId });

const cell = z.string().trim();

/** A cell is empty if its column is missing. The ordinary inputs validate the values. */
export const taskCells = z.object({
  title: cell,
  text: z.string(),
  dueDate: cell.transform(dateOf),
  dueTime: cell.transform(time => (time === '' ? null : time)),
  completed: yesNo('Completed'),
  recurrenceType: cell.toLowerCase().transform(type => (type === '' ? 'none' : type)),
  recurrenceInterval: cell.transform(days => (days === '' ? 1 : wholeNumber(days))),
  recurrenceEndDate: cell.transform(dateOf),
  /** Numbers from 1 (Monday) to 7 or names of weekdays, with semicolons between them. */
  recurrenceDays: cell.transform(days => listOf(days).map(weekdayOf)),
  recurrenceEvery: cell.transform(every => (every === '' ? 1 : wholeNumber(every))),
  recurrenceFrom: cell.toLowerCase().transform(from => (from === '' ? 'due' : from)),
  /** Emails or names, with semicolons between them. */
  assignees: cell.transform(listOf),
});

export const groceryCells = z.object({
  name: cell,
  // Stricter than the form, which falls back to 1, because here no one would see the change.
  count: cell
    .transform(count => (count === '' ? 1 : wholeNumber(count)))
    .refine(count => count >= 1, 'Count must be a whole number, at least 1'),
  price: cell.transform(price => (price === '' ? 0 : amountOf(price))),
  purchased: yesNo('Purchased'),
  section: cell,
});

export type PreviewSheet = z.output<typeof previewSheetInput>;
export type ImportSheet = z.output<typeof importSheetInput>;
export type UndoSheet = z.output<typeof undoSheetInput>;

/** A bare date means noon, as in the app. Anything else is validated later. */
function dateOf(typed: string): string {
  const day = isoDate(typed);
  return isDay(day) ? noonOf(day) : day;
}

function listOf(typed: string): string[] {
  return typed
    .split(';')
    .map(one => one.trim())
    .filter(one => one !== '');
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function weekdayOf(typed: string): number {
  const named = WEEKDAYS.indexOf(typed.slice(0, 3).toLowerCase()) + 1;
  return named > 0 ? named : wholeNumber(typed);
}

function wholeNumber(typed: string): number {
  return /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
}

/** "$1,234.50" and "1,39" as digits with a point. Anything else is refused later. */
function amountOf(typed: string): string {
  const amount = typed.replace(/^\$\s*/, '');
  if (/^\d+,\d{1,2}$/.test(amount)) return amount.replace(',', '.');
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(amount) ? amount.replaceAll(',', '') : amount;
}

function yesNo(label: string) {
  return cell
    .toLowerCase()
    .refine(typed => YES.includes(typed) || NO.includes(typed), `${label} must be yes or no`)
    .transform(typed => YES.includes(typed));
}
