import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useShortcuts } from './use-shortcuts.ts';

interface Active {
  id: string;
  index: number;
}

/**
 * `j` and `k` move through the rows, and the keys a row's buttons name press them. A row that goes hands the
 * focus on to the one that takes its place: a person who works down a list by keyboard need not begin again.
 */
export function useRowFocus(
  box: RefObject<HTMLElement | null>,
  items: readonly { id: string }[],
  keys: readonly string[],
  scrollTo: (index: number) => void,
) {
  const active = useRef<Active | null>(null);
  /** A row to focus as soon as it is there. */
  const wanted = useRef<number | null>(null);

  function moveTo(index: number): void {
    const item = items[index];
    if (!item) return;
    active.current = { id: item.id, index };
    wanted.current = index;
    scrollTo(index);
    focusWanted();
  }

  function focusWanted(): void {
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
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

  // After every render, since any may have taken the focused row away or brought the wanted one.
  useLayoutEffect(() => {
    if (wanted.current !== null) return focusWanted();
    if (!active.current || document.activeElement !== document.body) return;
    const { id, index } = active.current;
    const same = items.findIndex(item => item.id === id);
    wanted.current = same >= 0 ? same : Math.min(index, items.length - 1);
    focusWanted();
  });

  // The last row went, and the list with it.
  useEffect(
    () => () => {
      if (active.current && document.activeElement === document.body) {
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
      }
    },
    [],
  );

  return { activeId: () => active.current?.id, handlers: handlersOf(active, items) };
}

function handlersOf(active: RefObject<Active | null>, items: readonly { id: string }[]) {
  return {
    onFocus({ target }: FocusEvent): void {
      const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index);
      const item = items[index];
      active.current = item ? { id: item.id, index } : null;
    },
    /** A row that is taken away does not say so: only a user who went elsewhere gets here. */
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
