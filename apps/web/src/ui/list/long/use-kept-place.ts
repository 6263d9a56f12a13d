import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

type List = Virtualizer<HTMLDivElement, Element>;
interface Place {
  id: string;
  start: number;
}

/**
 * Keeps the visible rows in place while rows above change. The first row that is still there keeps its distance to the
 * edge. At the very top, new rows show.
 */
export function useKeptPlace(
  box: RefObject<HTMLDivElement | null>,
  items: readonly { id: string }[],
  list: List,
): void {
  const seen = useRef<Place[]>([]);
  const shown = useRef(items);

  function remember(): void {
    const top = box.current?.scrollTop ?? 0;
    seen.current = top > 0 ? placesFrom(list, top) : [];
  }

  // After every render, because a measured row may have moved the others.
  useLayoutEffect(() => {
    if (shown.current !== items && box.current) keepPlace(box.current, list, seen.current);
    shown.current = items;
    remember();
  });

  useEffect(() => {
    const scroller = box.current;
    scroller?.addEventListener('scroll', remember);
    return () => scroller?.removeEventListener('scroll', remember);
  });
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
