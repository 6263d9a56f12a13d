import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Marks the elements that anchor the scroll position in a long list. */
export const ANCHOR = { 'data-anchor': '' };

interface Place {
  atEnd: boolean;
  anchor?: { element: HTMLElement; bottom: number } | undefined;
}

/**
 * Keeps the scroll position of a list that grows at both ends. At the end it follows new rows, elsewhere the visible rows
 * stay visible. The box must be positioned and have `overflow-anchor: none`, which not every browser supports.
 */
export function useAnchoredScroll(box: RefObject<HTMLElement | null>) {
  const place = useRef<Place>({ atEnd: true });
  const [atEnd, setAtEnd] = useState(true);

  // After every render, because any render may change a height.
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

  function toMessage(id: string): void {
    const row = box.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
    if (!box.current || !row) return;
    box.current.scrollTop = row.offsetTop - (box.current.clientHeight - row.offsetHeight) / 2;
    onScroll();
  }

  return { atEnd, onScroll, toEnd, toMessage };
}

/** Within this many pixels of the end the list counts as at its end. */
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

/** Measures the bottom, because a heading may appear or disappear above the text. */
function bottomOf(element: HTMLElement): number {
  return element.offsetTop + element.offsetHeight;
}
