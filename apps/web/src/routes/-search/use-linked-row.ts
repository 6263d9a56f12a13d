import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Shown } from '../../ui/list/long/use-shown.ts';

/**
 * The row that a link leads to. Each visit shows it once, also the next one to the same row. A dialog over the page is no
 * visit.
 */
export function useLinkedRow(id: string | undefined): Shown | undefined {
  const visit = useLocation({ select: ({ state }) => state.under ?? state.__TSR_key ?? '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the person has done before the visit.
  const before = useMemo(() => done, [visit]);
  return id ? { id, visit, isLeft: () => done !== before } : undefined;
}

/** How often the person has done something on the page. */
let done = 0;
for (const kind of ['wheel', 'pointerdown', 'keydown']) {
  addEventListener(kind, () => {
    done += 1;
  });
}
