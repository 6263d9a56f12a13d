import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import { whenVisible } from '../../data/live/visibility.ts';
import { trpc } from '../../data/trpc.ts';
import { refreshMessages } from '../../features/chat/conversation/use-messages.ts';
import { prefetchRecipients } from '../../features/chat/send/recipients.ts';
import { refreshThreads } from '../../features/chat/threads/use-threads.ts';
import { watchChanges } from './watch-changes.ts';

/** The newest threads, whose messages can be read and answered without a network. */
const KEPT = 3;

/** Keeps the stored threads up to date on every page, and the people to write to (rule 7.6). Shows nothing. */
export function OpenThreads() {
  useEffect(() => {
    const load = () => whenVisible('open threads', () => void loadThreads().catch(() => {}));
    prefetchRecipients();
    load();
    // Every message makes the number of unread ones stale, also on a page that shows none.
    return watchChanges('chat', getQueryKey(trpc.chat.unread, undefined, 'query'), load);
  }, []);
  return null;
}

async function loadThreads(): Promise<void> {
  const threads = await refreshThreads();
  for (const thread of threads.slice(0, KEPT)) refreshMessages(thread);
}
