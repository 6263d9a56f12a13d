import { createFeedInput, feedEventsInput, feedIdInput } from '@onus/contract/auth/token/feed';
import { router, signedIn } from '../core/trpc.ts';
import { createFeed, listFeeds, revokeFeed } from './feed.ts';
import { listEvents } from './list.ts';
import { withAddress } from './view.ts';

/** One's own calendar feeds: secret addresses at which calendars read one's tasks (rule 9.9). */
export const feedRouter = router({
  /** The only response that has the address. */
  create: signedIn
    .meta({ ledger: 'never' })
    .input(createFeedInput)
    .mutation(async ({ ctx, input }) =>
      withAddress(await ctx.write((db, scope) => createFeed(db, scope, input)), ctx.publicUrl),
    ),
  list: signedIn.query(({ ctx }) => ctx.read(listFeeds)),
  revoke: signedIn
    .input(feedIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => revokeFeed(db, scope, input.id))),
  /** What a calendar shows, page by page. */
  events: signedIn
    .input(feedEventsInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listEvents(db, scope, input))),
});
