import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import { epoch } from '../../../../data/connection.ts';
import { watchRows } from '../../../../data/live/shared-socket.ts';
import type { Message } from '../../chat.ts';

/**
 * The messages that arrive in a thread while it is open, oldest first.
 * @param since the sequence of the newest message in the list of threads; undefined until that is there.
 */
export function useArrivals(conversationId: string, since: number | undefined): readonly Message[] {
  const [start, setStart] = useState(since);
  if (start === undefined && since !== undefined) setStart(since);
  const [arrived, setArrived] = useState<readonly Message[]>([]);
  const copy = useSelector(epoch);
  useEffect(() => {
    if (start === undefined || copy === null) return;
    // A restored server may not have what arrived before.
    setArrived([]);
    return watchRows(start, message => {
      if (message.conversationId === conversationId) setArrived(rows => withArrival(rows, message));
    });
  }, [conversationId, start, copy]);
  return arrived;
}

/** A stream that starts again repeats messages. */
function withArrival(rows: readonly Message[], message: Message): readonly Message[] {
  return [...rows.filter(({ id }) => id !== message.id), message].toSorted((a, b) => a.sequence - b.sequence);
}
