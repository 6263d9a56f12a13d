import { router, signedIn } from '../core/trpc.ts';
import { streamTopics } from './stream.ts';

/** One subscription a browser: which topics changed for the caller. */
export const onChange = signedIn.subscription(({ ctx, signal }) => streamTopics(ctx, signal));

export const liveRouter = router({ onChange });
