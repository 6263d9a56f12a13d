import { kitchenOwlExport } from '@onus/contract/transfer/kitchenowl';
import { SHEET_LIMITS } from '@onus/contract/transfer/sheet-limits';
import { DomainError } from '../../../core/errors.ts';
import type { CsvLine } from '../csv.ts';
import { jsonOf } from '../json.ts';

/**
 * The items of an export, each with its number in the file as the line and its JSON as the only cell.
 * @throws DomainError BAD_REQUEST for what is no export, or has too many items.
 */
export function kitchenOwlLines(text: string): CsvLine[] {
  const read = kitchenOwlExport.safeParse(jsonOf(text));
  if (!read.success) throw new DomainError('BAD_REQUEST', 'This is no export of a household of KitchenOwl');
  const { items } = read.data;
  if (items.length > SHEET_LIMITS.lines) throw tooMany(items.length);
  return items.map((item, at) => ({ line: at + 1, cells: [JSON.stringify(item) ?? ''] }));
}

function tooMany(count: number): DomainError {
  const [have, most] = [count, SHEET_LIMITS.lines].map(number => number.toLocaleString('en-US'));
  return new DomainError('BAD_REQUEST', `The export has ${have} items. Import up to ${most} at a time.`);
}
