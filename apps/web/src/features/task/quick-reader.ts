import { useEffect } from 'react';
import { createPart } from '../../lib/part.ts';

/** Dates and repetitions in words take a library: it is loaded when the field gets the focus. */
export const quickReader = createPart(() => import('@onus/contract/quick-entry'));

/** What reads the line; null until it has come. */
export function useQuickReader(isWanted: boolean) {
  // Also of a line that was begun before a reload.
  useEffect(() => {
    if (isWanted) quickReader.fetchEarly();
  }, [isWanted]);
  return quickReader.use()?.readQuickEntry;
}
