import { z } from 'zod';

/** How many rows a page holds. The next one begins at the cursor it was answered with. */
export const pageLimit = pageLimitUpTo(100);

/** For lists that are paged by numbers too, as json-server does. */
export const pageNumber = z.number().int().min(1).max(1_000_000_000);

/** @param usual how many it holds where the caller names no number. */
export function pageLimitUpTo(most: number, usual = 50) {
  return z.number().int().min(1).max(most).default(usual);
}
