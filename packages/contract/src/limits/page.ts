import { z } from 'zod';
import { rowId } from '../id.ts';

/** Rows per page. The next page starts at the response's cursor. */
export const pageLimit = pageLimitUpTo(100);

/** For lists with numbered pages, as in json-server. */
export const pageNumber = z.number().int().min(1).max(1_000_000_000);

/** @param usual the default page size. */
export function pageLimitUpTo(most: number, usual = 50) {
  return z.number().int().min(1).max(most).default(usual);
}

/** The history of an object, newest first; the cursor is the `nextCursor` of the page before. */
export const historyInput = z.object({ id: rowId, cursor: z.number().int().min(1).nullish() });

/** What was deleted, newest first: the cursor is the time and the id of the last row. */
export const deletedInput = z
  .object({
    cursor: z
      .string()
      .regex(/^\d{1,15} .{1,100}$/, 'Cursor is invalid')
      .nullish(),
  })
  .default({});

export type ListHistory = z.output<typeof historyInput>;
export type ListDeleted = z.output<typeof deletedInput>;
