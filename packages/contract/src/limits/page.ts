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

/**
 * For lists of people, by name: the id and the name of the last person of the previous page. Nothing is looked up for
 * it, so that it tells nothing of people the caller may not see.
 */
export const nameCursor = z
  .string()
  .regex(/^\S{1,100} .{1,200}$/su, 'Cursor is invalid')
  .nullish();

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
