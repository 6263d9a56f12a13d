import { onChangeSinceInput } from '@onus/contract/live/since';
import { router, signedIn } from '../core/trpc.ts';
import { streamTopics, streamTopicsSince } from './stream.ts';

/** One subscription a browser: which topics changed for the caller. */
export const onChange = signedIn.subscription(({ ctx, signal }) => streamTopics(ctx, signal));

export const liveRouter = router({
  onChange,

  /** The same, resumable by the id of the last event (architecture rule 8). */
  onChangeSince: signedIn
    .input(onChangeSinceInput)
    .subscription(({ ctx, input, signal }) => streamTopicsSince(ctx, signal, input.lastEventId)),
});
