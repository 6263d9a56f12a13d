import { useState } from 'react';
import type { Message } from '../../chat.ts';

/** How many messages of others came since the reader left the end. The server's count lags behind. */
export function useUnseen(stored: readonly Message[], atEnd: boolean, me: string): number {
  const newest = stored.at(-1)?.sequence;
  const [lastSeen, setLastSeen] = useState(newest);
  if (atEnd && lastSeen !== newest) setLastSeen(newest);
  return stored.filter(({ sequence, sender }) => sequence > (lastSeen ?? 0) && sender.id !== me).length;
}
