import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import { pumpNow } from '../outbox/pump.ts';
import { queryClient } from '../query-client.ts';
import { renew, renewUnless } from '../session/session.ts';
import { trpc } from '../trpc.ts';
import { follow } from './refetch-topic.ts';
import { joinSocket } from './shared-socket.ts';
import { whenVisible } from './visibility.ts';

const ME = getQueryKey(trpc.auth.me, undefined, 'query');

/** Change events: an event says which topic changed, and the lists refetch (architecture rule 8). */
export function useLive(user: string): void {
  useEffect(() => {
    if (!user) return;
    return joinSocket(user, {
      onStarted() {
        // Earlier responses may be out of date.
        whenVisible('all', async () => {
          pumpNow();
          await queryClient.invalidateQueries();
          // Roles that changed without a socket: no event told this browser. Only then it refreshes, because a browser that
          // crashes loses the cookies of the last half minute, and may lose one refresh but not two (rule 2.6).
          await renewUnless(queryClient.getQueryData<{ roles: readonly string[] }>(ME)?.roles);
        });
      },
      onTopics(topics) {
        if (topics.length === 0) whenVisible('resume', resume);
        if (topics.includes('session')) whenVisible('session', renew);
        for (const topic of topics) whenVisible(`follow ${topic}`, () => follow(topic));
      },
    });
  }, [user]);
}

/** Nothing was missed, so that only what could not be loaded is. */
function resume(): void {
  pumpNow();
  void queryClient.invalidateQueries({
    predicate: ({ state }) => state.isInvalidated || state.error !== null,
  });
}
