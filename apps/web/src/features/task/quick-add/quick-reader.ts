import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { dateOrder } from '../../../lib/words/date-order.ts';

/** The parser of the line, its chips and what makes a task of it, loaded when the field gets the focus. */
export const quickReader = createLazyModule(async () => (await import('./quick-parts.ts'))?.parts);

/** How this browser's lines are read. */
export const READING = { order: dateOrder() };

/** The parser and the chips; null until they have loaded. */
export function useQuickReader(isWanted: boolean) {
  // Also for a line from before a reload.
  useEffect(() => {
    if (isWanted) quickReader.fetchEarly();
  }, [isWanted]);
  return useSelector(quickReader.loaded);
}
