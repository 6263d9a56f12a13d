export type Side = 'left' | 'right';

/** Pixels within which a finger that moves still taps or holds. */
const SLOP = 12;
/** Pixels after which letting go acts, or this part of a narrow row. */
const FAR = 96;
const FAR_PART = 0.3;
/** Milliseconds that a finger rests until it holds. */
const HOLD = 500;
/** Milliseconds after which a click is a new one, as of a key. */
const CLICK = 300;

export interface Gesture {
  stop: () => void;
  /** Whether the finger may still hold or swipe. */
  isOn: () => boolean;
  /** Whether it was a tap or more than that. Null until it is known, and again once a click is a new one. */
  outcome: () => 'tap' | 'act' | null;
}

interface Watching {
  sides: readonly Side[];
  onMove: (side: Side, isArmed: boolean) => void;
  /** None where a finger that rests means nothing. */
  onHold: (() => void) | undefined;
  /** @param side of a swipe that went far enough; null for one that did not. Not called for a tap or a hold. */
  onEnd: (side: Side | null) => void;
}

/** The row under a finger; undefined outside of the rows, and on a field or a form. */
export function rowUnder(target: EventTarget | null): { row: HTMLElement; id: string } | undefined {
  if (!(target instanceof Element) || target.closest('input, textarea, select, form')) return undefined;
  const row = target.closest<HTMLElement>('[data-id]');
  return row?.dataset.id && row.querySelector('article') ? { row, id: row.dataset.id } : undefined;
}

/**
 * Follows a finger from its first touch. The browser scrolls what moves up or down (touch-action in list-row.tsx), and
 * cancels the pointer; what moves sideways takes the row along.
 */
export function watchRow(row: HTMLElement, start: PointerEvent, watching: Watching): Gesture {
  const { pointerId } = start;
  const listening = new AbortController();
  let state: 'resting' | 'held' | 'swiping' | 'over' = 'resting';
  let outcome: ReturnType<Gesture['outcome']> = null;
  let swiped: { side: Side; isArmed: boolean } | null = null;
  const { onHold } = watching;
  const timer = onHold && setTimeout(hold, HOLD, onHold);
  const options = { signal: listening.signal };
  addEventListener('pointermove', move, options);
  addEventListener('pointerup', event => event.pointerId === pointerId && end(true), options);
  addEventListener('pointercancel', () => end(false), options);
  // A second finger zooms.
  addEventListener('pointerdown', event => event.pointerId !== pointerId && end(false), options);
  return { stop: () => end(false), isOn: () => state !== 'over', outcome: () => outcome };

  function hold(act: () => void): void {
    state = 'held';
    outcome = 'act';
    navigator.vibrate?.(10);
    act();
  }

  function move(event: PointerEvent): void {
    if (event.pointerId !== pointerId || state === 'held') return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (state === 'resting') {
      if (Math.hypot(x, y) <= SLOP) return;
      if (Math.abs(x) < 1.5 * Math.abs(y) || watching.sides.length === 0) {
        end(false);
        return;
      }
      clearTimeout(timer);
      state = 'swiping';
      outcome = 'act';
    }
    follow(x);
  }

  /** Where nothing happens on a side, the row gives way a little. */
  function follow(x: number): void {
    const side = x < 0 ? 'left' : 'right';
    const isUseful = watching.sides.includes(side);
    const isArmed = isUseful && Math.abs(x) >= Math.min(FAR, row.clientWidth * FAR_PART);
    moveRow(row, isUseful ? x : x / 6);
    if (swiped?.side === side && swiped.isArmed === isArmed) return;
    swiped = { side, isArmed };
    if (isUseful) watching.onMove(side, isArmed);
  }

  function end(isLifted: boolean): void {
    if (state === 'over') return;
    const wasSwiping = state === 'swiping';
    if (isLifted && state === 'resting') outcome = 'tap';
    state = 'over';
    clearTimeout(timer);
    listening.abort();
    setTimeout(() => {
      outcome = null;
    }, CLICK);
    if (wasSwiping) watching.onEnd(isLifted && swiped?.isArmed ? swiped.side : null);
  }
}

function contentOf(row: HTMLElement): HTMLElement | null {
  return row.querySelector('article');
}

function moveRow(row: HTMLElement, x: number): void {
  // The row must not widen the list.
  row.style.overflow = 'clip';
  const content = contentOf(row);
  if (!content) return;
  Object.assign(content.style, LIFTED);
  content.style.transform = `translateX(${x}px)`;
}

/** Lets the row glide back. With reduced motion that takes no time. */
export function restRow(row: HTMLElement, onRested: () => void): void {
  const content = contentOf(row);
  if (!content) {
    onRested();
    return;
  }
  const milliseconds = Number.parseFloat(getComputedStyle(content).getPropertyValue('--time'));
  content.style.transition = 'transform var(--time) var(--ease-out)';
  content.style.transform = 'none';
  setTimeout(() => {
    row.style.removeProperty('overflow');
    for (const name of ['transition', 'transform', 'position', 'z-index', 'background'])
      content.style.removeProperty(name);
    onRested();
  }, milliseconds);
}

/** Above what it uncovers. */
const LIFTED = { position: 'relative', zIndex: '1', background: 'var(--color-ground)', transition: 'none' };
