import { useEffect, useRef } from 'react';
import { createStore } from './lib/store.ts';
import { follow } from './others.ts';
import { queryClient } from './query-client.ts';
import { renew } from './session.ts';
import { trpc } from './trpc.ts';

/** Whether ticks arrive: what the dot in the bar shows. */
export const liveState = createStore<'connected' | 'connecting'>('connecting');

/** The one subscription of this browser: a tick says which topic changed, the lists ask again (law 8). */
export function useLive(): void {
  const wasConnected = useRef(false);
  const { status } = trpc.auth.onChange.useSubscription(undefined, {
    onStarted() {
      // After a gap nothing is known: whatever was missed is asked again, one's own roles included.
      if (wasConnected.current) void renew().then(() => queryClient.invalidateQueries());
      wasConnected.current = true;
    },
    onData: topics => {
      if (topics.includes('session')) void renew();
      for (const topic of topics) void follow(topic);
    },
  });
  useEffect(() => {
    liveState.set(status === 'pending' ? 'connected' : 'connecting');
  }, [status]);
}
