import type { Budget, Rate } from './budgets.ts';

/** The limits on calendar feeds, which are read whole. */
export const FEED_BUDGETS = {
  feedReads: {
    most: 120,
    seconds: 60,
    of: 'reads of one person’s calendar feeds in a minute',
    why: 'Twenty feeds on several devices, all refreshed at once. Calendars come every few minutes at most.',
  },
  feedTasks: {
    most: 1_000,
    of: 'open tasks in a calendar feed, and as many completed ones',
    why: 'Reading them takes 50 ms, in turns. A calendar of more is no use to its reader.',
  },
  feedCharacters: {
    most: 1_000_000,
    of: 'characters in a calendar feed',
    why: 'A thousand tasks with descriptions of 700 characters. Calendars read a feed whole, each time.',
  },
} as const satisfies Record<string, Budget | Rate>;
