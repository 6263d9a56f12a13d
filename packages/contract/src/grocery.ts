import { z } from 'zod';
import { centsOf, wholeCount } from './amount.ts';
import { newId, rowId } from './id.ts';
import { pageLimit, pageLimitUpTo, pageNumber } from './page-limit.ts';
import { filledText, LIMITS } from './text.ts';

/** Dollars. Far above any household's, far below where cents would lose their exactness. */
const HIGHEST_PRICE = 1_000_000;
const HIGHEST_COUNT = 1_000_000;
const NOT_A_NUMBER = 'Price must be a number';

const name = filledText(LIMITS.itemName, 'Name is required');

/** As it was typed: a number, its digits, or anything else, which counts as not numeric. */
const typedCount = z.union([z.number(), z.string(), z.null()]).optional().catch(null);

const count = typedCount.transform(wholeCount).refine(isCount, `Count must be at most ${HIGHEST_COUNT}`);

/** Left out of an update it stays as it is, so that here nothing is not the same as not numeric. */
const changedCount = typedCount
  .transform(value => (value === undefined ? undefined : wholeCount(value)))
  .refine(value => value === undefined || isCount(value), `Count must be at most ${HIGHEST_COUNT}`);

/** Dollars, as a number or its digits; rounded to the cent. */
const price = z
  .union([z.number(), z.string().regex(/^\s*-?(\d+\.?\d*|\.\d+)\s*$/, NOT_A_NUMBER)], { error: NOT_A_NUMBER })
  .transform(Number)
  .refine(dollars => dollars >= 0, 'Price must not be negative')
  .refine(dollars => dollars <= HIGHEST_PRICE, `Price must be at most ${HIGHEST_PRICE}`)
  .transform(dollars => centsOf(dollars) / 100);

/** POST /groceries. `user` is the server's to set; what a client sends there is not read. */
export const createItemInput = z.object({ id: newId, name, count, price: price.default(0) });

/** PATCH /groceries: the whole item or a part of it. */
export const updateItemInput = z.object({
  id: rowId,
  name: name.optional(),
  count: changedCount,
  price: price.optional(),
  purchased: z.boolean().optional(),
});

export const itemIdInput = z.object({ id: rowId });

/** Most households fit in one page. The cursor is the `nextCursor` of the page before. */
export const listItemsInput = z
  .object({
    limit: pageLimitUpTo(500, 500),
    cursor: z
      .string()
      .regex(/^[01] \d{1,15} .{1,100}$/, 'Cursor is invalid')
      .nullish(),
  })
  .default({ limit: 500 });

/** A page of the list by its number, answered with how many items there are. */
export const findItemsInput = z.object({ page: pageNumber, limit: pageLimit });

export type CreateItem = z.output<typeof createItemInput>;
export type UpdateItem = z.output<typeof updateItemInput>;
export type ListItems = z.output<typeof listItemsInput>;
export type FindItems = z.output<typeof findItemsInput>;

function isCount(value: number): boolean {
  return value <= HIGHEST_COUNT;
}
