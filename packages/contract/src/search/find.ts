import { z } from 'zod';
import { LIMITS } from '../limits/lengths.ts';
import { pageLimitUpTo } from '../limits/page.ts';
import { text } from '../limits/text.ts';

/** Words, or the beginnings of words, that all have to be there; of each kind so many results at most. */
export const searchInput = z.object({
  text: text(LIMITS.search),
  limit: pageLimitUpTo(50, 20),
});

export type Search = z.output<typeof searchInput>;
