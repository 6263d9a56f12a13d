import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusPage, isFocusLost } from '../../layout/lost-focus.ts';
import { useShortcuts } from '../../use-shortcuts.ts';

interface Active {
  id: string;
  index: number;
}

interface Item {
  id: string;
  /** A line between rows, which `j` and `k` skip. */
  isLine?: true;
}

/**
 * `j` and `k` move through the rows, and a row's buttons have their own keys. A removed row passes the focus to the next
 * one, so that a keyboard user keeps their position.
 */
export function useRowFocus(
  box: RefObject<HTMLElement | null>,
  items: readonly Item[],
  keys: readonly string[] = [],
) {
  const active = useRef<Active | null>(null);
  /** The one before the focus moved last. */
  const left = useRef<Active | null>(null);
  /** A row to focus as soon as it is rendered. */
  const wanted = useRef<string | null>(null);
  /** Scrolls to a row, if not all are rendered. */
  const scroll = useRef<((index: number) => void) | null>(null);

  function moveTo(index: number): void {
    const item = items[index];
    if (!item) return;
    active.current = { id: item.id, index };
    wanted.current = item.id;
    if (scroll.current) scroll.current(index);
    else rowOf(box.current, item.id)?.scrollIntoView({ block: 'nearest' });
    focusWanted();
  }

  function focusWanted(): void {
    const row = rowOf(box.current, wanted.current);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  }

  function step(by: number): void {
    const { current } = active;
    moveTo(
      current
        ? rowFrom(items, placeOf(items, current) + by, by)
        : rowFrom(items, firstInSight(box.current, items), 1),
    );
  }

  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ...Object.fromEntries(
      keys.map(key => [
        key,
        (event: KeyboardEvent) =>
          event.repeat || press(box.current?.querySelector<HTMLElement>('[data-id]:focus-within'), key),
      ]),
    ),
  });

  useKeptFocus(active, wanted, items, focusWanted);
  useMainAfterLast(active);

  return {
    moveTo,
    activeId: () => active.current?.id,
    firstInSight: () => firstInSight(box.current, items),
    handlers: handlersOf(active, left, items),
    /** @returns a function that ends it. */
    scrollWith(scrollTo: (index: number) => void): () => void {
      scroll.current = scrollTo;
      const place = items.findIndex(({ id }) => id === wanted.current);
      if (place >= 0) {
        scrollTo(place);
        focusWanted();
      }
      return () => {
        scroll.current = null;
      };
    },
  };
}

export type RowFocus = ReturnType<typeof useRowFocus>;

/** After every render, because any may remove the focused row or add the wanted one. */
function useKeptFocus(
  active: RefObject<Active | null>,
  wanted: RefObject<string | null>,
  items: readonly Item[],
  focusWanted: () => void,
): void {
  useLayoutEffect(() => {
    const isComing = wanted.current !== null && items.some(({ id }) => id === wanted.current);
    if (!isComing) {
      wanted.current = null;
      if (!active.current || !isFocusLost()) return;
      wanted.current = items[placeOf(items, active.current)]?.id ?? null;
    }
    focusWanted();
  });
}

/** When the last row is removed, and with it the list, the page itself gets the focus. */
function useMainAfterLast(active: RefObject<Active | null>): void {
  useEffect(
    () => () => {
      if (active.current && isFocusLost()) focusPage();
    },
    [active],
  );
}

function handlersOf(
  active: RefObject<Active | null>,
  left: RefObject<Active | null>,
  items: readonly { id: string }[],
) {
  return {
    onFocus({ target, currentTarget }: FocusEvent): void {
      // A menu of the row is elsewhere in the document. The focus in it stands for that on its row.
      if (!currentTarget.contains(target)) {
        active.current ??= left.current;
        return;
      }
      const id = target.closest<HTMLElement>('[data-id]')?.dataset.id;
      const index = items.findIndex(item => item.id === id);
      active.current = id === undefined || index < 0 ? null : { id, index };
    },
    /** A removed row fires no blur event, so this runs only if the user moved the focus. */
    onBlur({ currentTarget, relatedTarget, target }: FocusEvent): void {
      if (!currentTarget.contains(target)) return;
      left.current = active.current;
      if (target.isConnected && !currentTarget.contains(relatedTarget)) active.current = null;
    },
  };
}

function rowOf(box: HTMLElement | null, id: string | null) {
  return box?.querySelector<HTMLElement>(`[data-id="${id}"]`);
}

/** Where the row is now; if it has gone, the place of the one that follows it. */
function placeOf(items: readonly Item[], { id, index }: Active): number {
  const same = items.findIndex(item => item.id === id);
  return same < 0 ? Math.min(index, items.length - 1) : same;
}

/**
 * Presses the button of a focused row that names the key. A row that has just come has its buttons a moment later.
 * @param frames how long the key waits for it.
 */
function press(row: HTMLElement | null | undefined, key: string, frames = 20): void {
  if (!row?.matches(':focus-within')) return;
  const button = row.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  if (button) button.click();
  else if (frames > 0) requestAnimationFrame(() => press(row, key, frames - 1));
}

/** The index or, if that is a line, the one of the next row. */
function rowFrom(items: readonly Item[], index: number, by: number): number {
  return items[index]?.isLine ? rowFrom(items, index + by, by) : index;
}

function firstInSight(box: HTMLElement | null, items: readonly Item[]): number {
  const top = box?.getBoundingClientRect().top ?? 0;
  const rows = [...(box?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
  const first = rows.find(row => row.getBoundingClientRect().bottom > top + 1)?.dataset.id;
  const place = items.findIndex(({ id }) => id === first);
  return Math.max(place, 0);
}
