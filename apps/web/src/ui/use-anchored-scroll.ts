import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Marks the elements by which a place in a long list is remembered. */
export const ANCHOR = { 'data-anchor': '' };

interface Place {
  atEnd: boolean;
  anchor?: { element: HTMLElement; bottom: number } | undefined;
}

/**
 * Keeps a list that grows at both ends where the reader left it: at its end it follows, elsewhere what is
 * in sight stays in sight. The box must be positioned, and `overflow-anchor` off: not every browser has it.
 */
export function useAnchoredScroll(box: RefObject<HTMLElement | null>) {
  const place = useRef<Place>({ atEnd: true });
  const [atEnd, setAtEnd] = useState(true);

  // After every render, since any may have changed a height.
  useLayoutEffect(() => {
    if (box.current) restore(box.current, place.current);
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => restore(element, place.current));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);

  function onScroll(): void {
    if (!box.current) return;
    place.current = placeIn(box.current);
    setAtEnd(place.current.atEnd);
  }

  function toEnd(): void {
    place.current = { atEnd: true };
    setAtEnd(true);
    if (box.current) restore(box.current, place.current);
  }

  return { atEnd, onScroll, toEnd };
}

/** Within these few pixels of the end counts as at the end. */
const SLACK = 32;

function placeIn(box: HTMLElement): Place {
  if (box.scrollHeight - box.scrollTop - box.clientHeight <= SLACK) return { atEnd: true };
  for (const element of box.querySelectorAll<HTMLElement>('[data-anchor]')) {
    const bottom = bottomOf(element) - box.scrollTop;
    if (bottom > 0) return { atEnd: false, anchor: { element, bottom } };
  }
  return { atEnd: false };
}

function restore(box: HTMLElement, { atEnd, anchor }: Place): void {
  if (atEnd) box.scrollTop = box.scrollHeight;
  else if (anchor?.element.isConnected) box.scrollTop = bottomOf(anchor.element) - anchor.bottom;
}

/** The bottom, since a heading may come or go above what an element says. */
function bottomOf(element: HTMLElement): number {
  return element.offsetTop + element.offsetHeight;
}
