import type { CreatedFeed, FeedView } from './feed.ts';

/** A new feed with its address in place of the token. */
export function withAddress({ token, ...feed }: CreatedFeed, publicUrl: string): FeedView & { url: string } {
  return { ...feed, url: `${publicUrl}/ics/${token}.ics` };
}
