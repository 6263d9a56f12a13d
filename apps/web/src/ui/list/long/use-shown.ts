import { useEffect, useEffectEvent, useRef } from 'react';

/** The row that a link leads to. */
export interface Shown {
  id: string;
  visit: string;
}

/** Moves to the row once for each visit, as soon as it is there. */
export function useShown(
  shown: Shown | undefined,
  items: readonly { id: string }[],
  moveTo: (index: number) => void,
): void {
  const visited = useRef('');
  const isThere = items.some(({ id }) => id === shown?.id);
  const visit = isThere ? shown?.visit : undefined;
  const move = useEffectEvent(() => {
    visited.current = visit ?? '';
    moveTo(items.findIndex(({ id }) => id === shown?.id));
  });
  useEffect(() => {
    if (visit === undefined || visit === visited.current) return;
    // Later, because the router scrolls to the top first.
    const later = setTimeout(move);
    return () => clearTimeout(later);
  }, [visit]);
}
