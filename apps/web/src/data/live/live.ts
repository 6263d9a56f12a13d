import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import { pumpNow } from '../outbox/pump.ts';
import { queryClient } from '../query-client.ts';
import { renew, renewUnless } from '../session.ts';
import { trpc } from '../trpc.ts';
import { follow } from './live-announcements.ts';
import { joinSocket } from './shared-socket.ts';
import { whenVisible } from './visibility.ts';

const ME = getQueryKey(trpc.auth.me, undefined, 'query');

/** Change events: an event says which topic changed, and the lists refetch (architecture rule 8). */
export function useLive(user: string): void {
  useEffect(() => {
    if (!user) return;
    let wasConnected = false;
    return joinSocket(user, {
      onStarted() {
        // Earlier responses may be out of date, including the user's roles.
        const renewed = wasConnected;
        wasConnected = true;
        whenVisible('all', async () => {
          pumpNow();
          if (renewed) await renew();
          await queryClient.invalidateQueries();
          // Roles that changed between the token and the socket: no event told this browser.
          await renewUnless(queryClient.getQueryData<{ roles: readonly string[] }>(ME)?.roles);
        });
      },
      onTopics(topics) {
        if (topics.includes('session')) whenVisible('session', renew);
        for (const topic of topics) whenVisible(`follow ${topic}`, () => follow(topic));
      },
    });
  }, [user]);
}
