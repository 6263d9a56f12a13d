import { useEffect, useEffectEvent, useRef } from 'react';

/** The row that a link leads to. */
export interface Shown {
  id: string;
  visit: string;
}

/**
 * Moves to the row of a visit as soon as it is there, and again when rows that load give it another place, until the
 * person does something.
 */
export function useShown(
  shown: Shown | undefined,
  items: readonly { id: string }[],
  moveTo: (index: number) => void,
): void {
  /** The visit in which the person has gone on. */
  const left = useRef('');
  const index = items.findIndex(({ id }) => id === shown?.id);
  const visit = index < 0 ? undefined : shown?.visit;
  const move = useEffectEvent((to: number) => visit === left.current || moveTo(to));
  useEffect(() => {
    if (visit === undefined) return;
    // Later, because the router scrolls to the top first.
    const later = setTimeout(() => move(index));
    return () => clearTimeout(later);
  }, [visit, index]);
  useEffect(() => {
    if (visit === undefined) return;
    const leave = () => {
      left.current = visit;
    };
    for (const kind of INPUTS) addEventListener(kind, leave);
    return () => {
      for (const kind of INPUTS) removeEventListener(kind, leave);
    };
  }, [visit]);
}

const INPUTS = ['wheel', 'pointerdown', 'keydown'];
