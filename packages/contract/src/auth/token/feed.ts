import { z } from 'zod';
import { rowId } from '../../id.ts';
import { LIMITS } from '../../limits/lengths.ts';
import { filledText } from '../../limits/text.ts';

/** How many calendar feeds a person has at the most. */
export const MOST_FEEDS = 20;

export const createFeedInput = z.object({ name: filledText(LIMITS.tokenName, 'Name is required') });

export const feedIdInput = z.object({ id: rowId });

/** Tasks that are read at a time for a calendar. */
export const FEED_PAGE = 100;

/** A part of a calendar: open tasks or completed ones, from a place on. */
export const feedEventsInput = z.object({
  of: z.enum(['open', 'done']),
  cursor: z.string().max(100).nullish(),
});
export type FeedEvents = z.output<typeof feedEventsInput>;
