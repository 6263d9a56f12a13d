import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';

type List = Virtualizer<HTMLDivElement, Element>;
interface Place {
  id: string;
  start: number;
}

/**
 * What is in sight stays in sight, whatever comes or goes above it: the first row that was there before and
 * still is keeps its distance to the edge. At the very top there is nothing above, and what is new shows.
 */
export function useKeptPlace(
  box: RefObject<HTMLDivElement | null>,
  items: readonly { id: string }[],
  list: List,
) {
  const seen = useRef<Place[]>([]);
  const shown = useRef(items);

  function remember(): void {
    const top = box.current?.scrollTop ?? 0;
    seen.current = top > 0 ? placesFrom(list, top) : [];
  }

  // After every render, since a row that was measured may have moved the others.
  useLayoutEffect(() => {
    if (shown.current !== items && box.current) keepPlace(box.current, list, seen.current);
    shown.current = items;
    remember();
  });

  return remember;
}

function keepPlace(box: HTMLElement, list: List, seen: readonly Place[]): void {
  const starts = new Map(list.measurementsCache.map(({ key, start }) => [key, start]));
  const still = seen.find(({ id }) => starts.has(id));
  const moved = still ? (starts.get(still.id) ?? still.start) - still.start : 0;
  if (moved !== 0) box.scrollTop += moved;
}

function placesFrom(list: List, top: number): Place[] {
  return list
    .getVirtualItems()
    .filter(row => row.end > top)
    .map(({ key, start }) => ({ id: String(key), start }));
}
