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
  const { status, reset } = trpc.auth.onChange.useSubscription(undefined, {
    onStarted() {
      // What was asked before now may have changed unheard. After a gap that includes one's own roles.
      if (wasConnected.current) void renew().then(() => queryClient.invalidateQueries());
      else void queryClient.invalidateQueries();
      wasConnected.current = true;
    },
    onData: topics => {
      if (topics.includes('session')) void renew();
      for (const topic of topics) void follow(topic);
    },
  });
  // A stream that is refused, as with no token to be had while the server restarts, does not begin again by itself.
  useEffect(() => {
    if (status !== 'error') return;
    const again = setTimeout(reset, REFUSED_FOR);
    return () => clearTimeout(again);
  }, [status, reset]);
  useEffect(() => {
    liveState.set(status === 'pending' ? 'connected' : 'connecting');
  }, [status]);
}

/** Milliseconds: the longest step of those between two connections (spec 9). */
const REFUSED_FOR = 5_000;
