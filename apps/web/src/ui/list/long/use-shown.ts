import { useEffect, useEffectEvent } from 'react';

/** The row that a link leads to. */
export interface Shown {
  id: string;
  visit: string;
  /** Whether the person has done something in this visit. */
  isLeft: () => boolean;
}

/**
 * Moves to the row of a visit as soon as it is there, and again when rows that load give it another place. Who has gone
 * on stays where they are: a focus that moves takes the next key.
 */
export function useShown(
  shown: Shown | undefined,
  items: readonly { id: string }[],
  moveTo: (index: number) => void,
): void {
  const index = items.findIndex(({ id }) => id === shown?.id);
  const visit = index < 0 ? undefined : shown?.visit;
  const move = useEffectEvent((to: number) => shown?.isLeft() || moveTo(to));
  useEffect(() => {
    if (visit === undefined) return;
    // Later, because the router scrolls to the top first.
    const later = setTimeout(() => move(index));
    return () => clearTimeout(later);
  }, [visit, index]);
}
