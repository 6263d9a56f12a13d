import { z } from 'zod';

/** How many rows a page holds. The next one begins at the cursor it was answered with. */
export const pageLimit = pageLimitUpTo(100);

export function pageLimitUpTo(most: number) {
  return z.number().int().min(1).max(most).default(50);
}
