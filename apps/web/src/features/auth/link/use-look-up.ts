import { useEffect, useState } from 'react';
import { dataOf } from '../../../data/fetch.ts';
import { messageOf } from '../../../lib/error-message.ts';

/** What the server says of a link. */
interface LookedUp<Found> {
  found: Found | null;
  failure: string;
  /** Asks once more; null where the server has refused the link. */
  retry: (() => Promise<void>) | null;
}

/** Asks the server once what a link is for. */
export function useLookUp<Found>(ask: () => Promise<Found>): LookedUp<Found> {
  const [state, setState] = useState<LookedUp<Found>>({ found: null, failure: '', retry: null });
  const [first] = useState(() => ask);

  useEffect(() => {
    let isGone = false;
    async function look(): Promise<void> {
      try {
        const found = await first();
        if (!isGone) setState({ found, failure: '', retry: null });
      } catch (error) {
        const isRefused = dataOf(error)?.httpStatus === 400;
        if (!isGone) setState({ found: null, failure: messageOf(error), retry: isRefused ? null : look });
      }
    }
    void look();
    return () => {
      isGone = true;
    };
  }, [first]);

  return state;
}
