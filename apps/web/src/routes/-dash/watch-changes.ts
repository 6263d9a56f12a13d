import type { Topic } from '@onus/contract/live/topic';
import { matchQuery } from '@tanstack/react-query';
import { isSendingMany, queryClient } from '../../data/query-client.ts';

/** Milliseconds from a change to the request for what it may have changed. More changes share it. */
const REST = 3_000;

/**
 * Calls back a moment after a query became stale, which each change of its topic makes it.
 * @returns a function that ends it.
 */
export function watchChanges(topic: Topic, queryKey: readonly unknown[], onChanged: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
    if (!matchQuery({ queryKey, exact: true }, event.query)) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      // Else a long queue would ask again and again. Its last changes make the query stale once more.
      if (!isSendingMany(topic)) onChanged();
    }, REST);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
