import { z } from 'zod';
import { centsOf, wholeCount } from './amount.ts';
import { newId, rowId } from './id.ts';
import { CLEARED_AT_ONCE, LIMITS } from './limits/lengths.ts';
import { pageLimit, pageLimitUpTo, pageNumber } from './limits/page.ts';
import { filledText, text } from './limits/text.ts';

/** Dollars. Far above real prices and below the point where cents become inexact. */
const HIGHEST_PRICE = 1_000_000;
const HIGHEST_COUNT = 1_000_000;
const NOT_A_NUMBER = 'Price must be a number';

const name = filledText(LIMITS.itemName, 'Name is required');

/** A number, its digits, or anything else, which counts as not numeric. */
const typedCount = z.union([z.number(), z.string(), z.null()]).optional().catch(null);

export const COUNT_TOO_HIGH = `Count must be at most ${HIGHEST_COUNT}`;

const count = typedCount.transform(wholeCount).refine(isCount, COUNT_TOO_HIGH);

/** Missing in an update means unchanged, which differs from not numeric. */
const changedCount = typedCount
  .transform(value => (value === undefined ? undefined : wholeCount(value)))
  .refine(value => value === undefined || isCount(value), COUNT_TOO_HIGH);

/** Dollars, as a number or its digits; rounded to the cent. */
const price = z
  .union([z.number(), z.string().regex(/^\s*-?(\d+\.?\d*|\.\d+)\s*$/, NOT_A_NUMBER)], { error: NOT_A_NUMBER })
  .transform(Number)
  .refine(dollars => dollars >= 0, 'Price must not be negative')
  .refine(dollars => dollars <= HIGHEST_PRICE, `Price must be at most ${HIGHEST_PRICE}`)
  .transform(dollars => centsOf(dollars) / 100);

/** The aisle in the shop; white space alone means none. */
const section = text(LIMITS.itemSection)
  .nullable()
  .transform(value => (value?.trim() ? value : null));

/** POST /groceries. The server sets `user` and ignores the client's value. */
export const createItemInput = z.object({
  id: newId,
  name,
  count,
  price: price.default(0),
  section: section.default(null),
});

/** PATCH /groceries: the full item or a part. */
export const updateItemInput = z.object({
  id: rowId,
  name: name.optional(),
  count: changedCount,
  price: price.optional(),
  purchased: z.boolean().optional(),
  section: section.optional(),
  /** Former values of the changed fields: one that another has changed since is kept and offered (rule 7.4). */
  was: z
    .object({ name: z.string(), count: z.number(), price: z.number(), section: z.string().nullable() })
    .partial()
    .optional(),
});

/** Adds to the count, or takes from it: two people who each add one have two more. At least one is left. */
export const adjustItemInput = z.object({
  id: rowId,
  by: z
    .number({ error: 'By must be a whole number' })
    .int('By must be a whole number')
    .min(-HIGHEST_COUNT)
    .max(HIGHEST_COUNT, `By must be at most ${HIGHEST_COUNT}`),
});

export const itemIdInput = z.object({ id: rowId });

/**
 * Removes items that are in the cart. With `ids` only these, so that what another person ticks off later stays; an item
 * that was put back in between stays too. Without `ids` all that are in the cart when the call arrives.
 */
export const clearCartInput = z.object({ ids: z.array(rowId).max(CLEARED_AT_ONCE).optional() }).default({});

/** The start of a word of the name; empty for what is added most often. */
export const suggestItemsInput = z.object({ text: text(LIMITS.itemName).default('') }).default({ text: '' });

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

/** A numbered page of the list with the total. */
export const findItemsInput = z.object({ page: pageNumber, limit: pageLimit });

export type CreateItem = z.output<typeof createItemInput>;
export type UpdateItem = z.output<typeof updateItemInput>;
export type AdjustItem = z.output<typeof adjustItemInput>;
export type ClearCart = z.output<typeof clearCartInput>;
export type SuggestItems = z.output<typeof suggestItemsInput>;
export type ListItems = z.output<typeof listItemsInput>;
export type FindItems = z.output<typeof findItemsInput>;

export function isCount(value: number): boolean {
  return value <= HIGHEST_COUNT;
}
