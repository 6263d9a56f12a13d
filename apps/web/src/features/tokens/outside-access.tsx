import { FeedSection } from './feed-section.tsx';
import { TokenSection } from './token-section.tsx';

/** What lets calendars and programs in. */
export function OutsideAccess() {
  return (
    <>
      <FeedSection />
      <TokenSection />
    </>
  );
}
