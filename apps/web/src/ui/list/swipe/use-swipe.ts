import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type Gesture, restRow, rowUnder, type Side, watchRow } from './gesture.ts';

/** The row that a finger moves, and what shows beside it. */
export interface Swipe {
  row: HTMLElement;
  place: number;
  side: Side;
  /** Far enough: letting go does it. */
  isArmed: boolean;
}

interface SwipeOptions {
  /** Where a row can be swiped to. */
  sidesOf: (place: number) => readonly Side[];
  onSwipe: (place: number, side: Side, row: HTMLElement) => void;
  /** A finger that rests on a row. */
  onHold?: (place: number) => void;
}

/** Swiping, holding and tapping the rows of a list with a finger. @returns the swipe under way. */
export function useSwipe(box: RefObject<HTMLElement | null>, options: SwipeOptions): Swipe | null {
  const [swipe, setSwipe] = useState<Swipe | null>(null);
  const sidesOf = useEffectEvent((place: number) => options.sidesOf(place));
  const holds = options.onHold !== undefined;
  const hold = useEffectEvent((place: number) => options.onHold?.(place));
  const finish = useEffectEvent(({ place, side, row }: Swipe) => options.onSwipe(place, side, row));

  useEffect(() => {
    const list = box.current;
    if (!list) return;
    let gesture: Gesture | null = null;
    const listening = new AbortController();
    const { signal } = listening;
    list.addEventListener('pointerdown', begin, { signal });
    list.addEventListener('click', suppress, { signal, capture: true });
    list.addEventListener('touchend', press, { signal });
    // A browser has its own use for a finger that rests.
    list.addEventListener('contextmenu', event => gesture?.isOn() && event.preventDefault(), { signal });
    return () => {
      listening.abort();
      gesture?.stop();
    };

    function begin(event: PointerEvent): void {
      gesture?.stop();
      gesture = null;
      const found = event.pointerType === 'touch' && event.isPrimary ? rowUnder(event.target) : undefined;
      if (!found) return;
      const { row, place } = found;
      gesture = watchRow(row, event, {
        sides: sidesOf(place),
        onMove: (side, isArmed) => setSwipe({ row, place, side, isArmed }),
        onHold: holds ? () => hold(place) : undefined,
        onEnd(side) {
          restRow(row, () => setSwipe(current => (current?.row === row ? null : current)));
          if (side) finish({ row, place, side, isArmed: true });
        },
      });
    }

    /**
     * Presses a ring as soon as the finger leaves it. The browser's click comes after five events of a mouse: on a slow phone
     * that is half of the time until the tick shows.
     */
    function press(event: TouchEvent): void {
      const { target, cancelable: isCancelable } = event;
      const ring = target instanceof Element && target.closest<HTMLElement>('button[aria-pressed]');
      if (!ring || !isCancelable || gesture?.outcome() !== 'tap') return;
      // No click of the browser follows.
      event.preventDefault();
      const { activeElement: focused } = document;
      ring.click();
      // A tap moves the focus, which saves what is in a field; here not before the tick shows.
      requestAnimationFrame(() =>
        setTimeout(() => {
          if (document.activeElement === focused) ring.focus({ preventScroll: true, focusVisible: false });
        }),
      );
    }

    /** A finger that swiped or held has not tapped. */
    function suppress(event: Event): void {
      // What the app itself presses is no tap.
      if (!event.isTrusted || gesture?.outcome() !== 'act') return;
      event.preventDefault();
      event.stopPropagation();
    }
  }, [box, holds]);
  return swipe;
}
