import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useShortcuts } from '../../use-shortcuts.ts';

interface Active {
  id: string;
  index: number;
}

/**
 * `j` and `k` move through the rows, and a row's buttons have their own keys. A removed row passes the focus to the next
 * one, so that a keyboard user keeps their position.
 */
export function useRowFocus(
  box: RefObject<HTMLElement | null>,
  items: readonly { id: string }[],
  keys: readonly string[],
) {
  const active = useRef<Active | null>(null);
  /** A row to focus as soon as it is rendered. */
  const wanted = useRef<number | null>(null);
  /** Scrolls to a row, if not all are rendered. */
  const scroll = useRef<((index: number) => void) | null>(null);

  function moveTo(index: number): void {
    const item = items[index];
    if (!item) return;
    active.current = { id: item.id, index };
    wanted.current = index;
    if (scroll.current) scroll.current(index);
    else rowAt(index)?.scrollIntoView({ block: 'nearest' });
    focusWanted();
  }

  function rowAt(index: number | null) {
    return box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  }

  function focusWanted(): void {
    const row = rowAt(wanted.current);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  }

  function press(key: string): void {
    const row = box.current?.querySelector(`[data-index]:focus-within`);
    row?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click();
  }

  useShortcuts({
    j: () => moveTo(active.current ? active.current.index + 1 : firstInSight(box.current)),
    k: () => moveTo(active.current ? active.current.index - 1 : firstInSight(box.current)),
    ...Object.fromEntries(keys.map(key => [key, (event: KeyboardEvent) => event.repeat || press(key)])),
  });

  // After every render, because any may remove the focused row or add the wanted one.
  useLayoutEffect(() => {
    if (wanted.current !== null) return focusWanted();
    if (!active.current || document.activeElement !== document.body) return;
    const { id, index } = active.current;
    const same = items.findIndex(item => item.id === id);
    wanted.current = same >= 0 ? same : Math.min(index, items.length - 1);
    focusWanted();
  });

  // The last row was removed, and with it the list.
  useEffect(
    () => () => {
      if (active.current && document.activeElement === document.body) {
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
      }
    },
    [],
  );

  return {
    moveTo,
    activeId: () => active.current?.id,
    firstInSight: () => firstInSight(box.current),
    handlers: handlersOf(active, items),
    /** @returns a function that ends it. */
    scrollWith(scrollTo: (index: number) => void): () => void {
      scroll.current = scrollTo;
      if (wanted.current !== null) {
        scrollTo(wanted.current);
        focusWanted();
      }
      return () => {
        scroll.current = null;
      };
    },
  };
}

export type RowFocus = ReturnType<typeof useRowFocus>;

function handlersOf(active: RefObject<Active | null>, items: readonly { id: string }[]) {
  return {
    onFocus({ target }: FocusEvent): void {
      const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index);
      const item = items[index];
      active.current = item ? { id: item.id, index } : null;
    },
    /** A removed row fires no blur event, so this runs only if the user moved the focus. */
    onBlur({ currentTarget, relatedTarget, target }: FocusEvent): void {
      if (target.isConnected && !currentTarget.contains(relatedTarget)) active.current = null;
    },
  };
}

function firstInSight(box: HTMLElement | null): number {
  const top = box?.getBoundingClientRect().top ?? 0;
  const rows = [...(box?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
  return Number(rows.find(row => row.getBoundingClientRect().bottom > top + 1)?.dataset.index ?? 0);
}
