import { z } from 'zod';
import { isDay, isoDate, noonOf } from './calendar.ts';
import { SHEET_KINDS, SHEET_LIMITS } from './sheet-limits.ts';
import { text } from './text.ts';

const YES = ['yes', 'y', 'true', '1', 'x', 'done'];
const NO = ['', 'no', 'n', 'false', '0'];

/** A table as it was chosen or pasted: comma, semicolon or tab between cells, the names of the columns first. */
export const previewSheetInput = z.object({
  kind: z.enum(SHEET_KINDS),
  table: text(SHEET_LIMITS.characters),
});

export const importSheetInput = previewSheetInput.extend({
  /** Made by the client: the ids of all rows follow from it, so that a retry doubles none. */
  id: z.uuid({ version: 'v7', error: 'Id must be a version 7 UUID' }),
  /** How many rows the preview said. */
  count: z.number().int().min(1, 'There is nothing to import'),
});

const cell = z.string().trim();

/** A cell is empty where its column is missing. What it means is checked as any other input is. */
export const taskCells = z.object({
  title: cell,
  text: z.string(),
  dueDate: cell.transform(dateOf),
  completed: yesNo('Completed'),
  recurrenceType: cell.toLowerCase().transform(type => (type === '' ? 'none' : type)),
  recurrenceInterval: cell.transform(days => (days === '' ? 1 : wholeNumber(days))),
  recurrenceEndDate: cell.transform(dateOf),
  /** Emails or names, with semicolons between them. */
  assignees: cell.transform(people =>
    people
      .split(';')
      .map(name => name.trim())
      .filter(name => name !== ''),
  ),
});

export const groceryCells = z.object({
  name: cell,
  // Stricter than the form, which falls back to 1: here no one sees the number change.
  count: cell
    .transform(count => (count === '' ? 1 : wholeNumber(count)))
    .refine(count => count >= 1, 'Count must be a whole number, at least 1'),
  price: cell.transform(price => (price === '' ? 0 : amountOf(price))),
  purchased: yesNo('Purchased'),
});

export type PreviewSheet = z.output<typeof previewSheetInput>;
export type ImportSheet = z.output<typeof importSheetInput>;

/** A bare date is noon, as the app sends it; anything else stays, to be read or refused. */
function dateOf(typed: string): string {
  const day = isoDate(typed);
  return isDay(day) ? noonOf(day) : day;
}

function wholeNumber(typed: string): number {
  return /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
}

/** "$1,234.50" and "1,39" as digits with a point; anything else stays, to be refused. */
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
