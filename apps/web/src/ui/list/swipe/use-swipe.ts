import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type Gesture, restRow, rowUnder, type Side, watchRow } from './gesture.ts';

/** The row that a finger moves, and what shows beside it. */
export interface Swipe {
  row: HTMLElement;
  /** Of its item. */
  id: string;
  side: Side;
  /** Far enough: letting go does it. */
  isArmed: boolean;
}

interface SwipeOptions {
  /** Where a row can be swiped to. */
  sidesOf: (id: string) => readonly Side[];
  onSwipe: (id: string, side: Side, row: HTMLElement) => void;
  /** A finger that rests on a row. */
  onHold?: (id: string) => void;
}

/** Swiping, holding and tapping the rows of a list with a finger. @returns the swipe under way. */
export function useSwipe(box: RefObject<HTMLElement | null>, options: SwipeOptions): Swipe | null {
  const [swipe, setSwipe] = useState<Swipe | null>(null);
  const sidesOf = useEffectEvent((id: string) => options.sidesOf(id));
  const holds = options.onHold !== undefined;
  const hold = useEffectEvent((id: string) => options.onHold?.(id));
  const finish = useEffectEvent(({ id, side, row }: Swipe) => options.onSwipe(id, side, row));

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
      const { row, id } = found;
      gesture = watchRow(row, event, {
        sides: sidesOf(id),
        onMove: (side, isArmed) => setSwipe({ row, id, side, isArmed }),
        onHold: holds ? () => hold(id) : undefined,
        onEnd(side) {
          restRow(row, () => setSwipe(current => (current?.row === row ? null : current)));
          if (side) finish({ row, id, side, isArmed: true });
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
