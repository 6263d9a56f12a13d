import { useEffect, useState } from 'react';
import { createPart } from '../../lib/part.ts';

/** Dates and repetitions in words take a library: it comes when the user is about to write a line. */
export const quickReader = createPart(() => import('@onus/contract/quick-entry'));

type Read = typeof import('@onus/contract/quick-entry').readQuickEntry;

/** What reads the line, and what to do with a line that is finished before it is there. */
export function useQuickReader(isWanted: boolean) {
  const read = quickReader.use()?.readQuickEntry;
  const [isAwaited, setAwaited] = useState(false);
  const [error, setError] = useState<Error | null>(null);

  // Also of a line that was begun before a reload.
  useEffect(() => {
    if (isWanted) quickReader.fetchEarly();
  }, [isWanted]);

  function ask(use: (read: Read) => void): void {
    setAwaited(true);
    setError(null);
    quickReader
      .fetch()
      .then(({ readQuickEntry }) => use(readQuickEntry), setError)
      .finally(() => setAwaited(false));
  }

  return { read, isAwaited, error, ask };
}
