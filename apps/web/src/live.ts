import type { Topic } from '@onus/contract/topic';
import { useEffect, useRef } from 'react';
import { createStore } from './lib/store.ts';
import { invalidateNoun, queryClient } from './query-client.ts';
import { trpc } from './trpc.ts';

/** Whether ticks arrive: what the dot in the bar shows. */
export const liveState = createStore<'connected' | 'connecting'>('connecting');

/** What each topic makes stale. The lists of a noun stand in its own router. */
const STALE: Record<Topic, string[]> = {
  task: ['task'],
  // Whom one may write to, and the names beside threads and items, are those of the members.
  member: ['member', 'chat', 'grocery'],
  grocery: ['grocery'],
  chat: ['chat'],
  session: ['auth'],
};

/** The one subscription of this browser: a tick says which topic changed, the lists ask again (law 8). */
export function useLive(): void {
  const wasConnected = useRef(false);
  const { status } = trpc.auth.onChange.useSubscription(undefined, {
    onStarted() {
      // After a gap nothing is known: whatever was missed is asked again.
      if (wasConnected.current) void queryClient.invalidateQueries();
      wasConnected.current = true;
    },
    onData: topics => {
      for (const noun of new Set(topics.flatMap(topic => STALE[topic]))) void invalidateNoun(noun);
    },
  });
  useEffect(() => {
    liveState.set(status === 'pending' ? 'connected' : 'connecting');
  }, [status]);
}
