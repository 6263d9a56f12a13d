import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus of the keyboard in the list when its element goes: the form of a saved message leaves it to the menu of
 * that message, and the menu of a deleted message to the nearest one, or to the list.
 *
 * @returns the handlers of the list.
 */
export function useMessageFocus(list: RefObject<HTMLElement | null>) {
  const active = useRef<string | null>(null);

  // After every render, because any may remove the focused element.
  useLayoutEffect(() => {
    if (active.current === null || document.activeElement !== document.body) return;
    (menuNear(list.current, active.current) ?? list.current)?.focus({ preventScroll: true });
  });

  return {
    onFocus({ target }: FocusEvent): void {
      const message = target.closest<HTMLElement>('[data-message]');
      if (message) active.current = message.dataset.message ?? null;
    },
    /** A removed element fires no blur event. A menu belongs to its message. */
    onBlur({ currentTarget, relatedTarget, target }: FocusEvent): void {
      if (!target.isConnected || currentTarget.contains(relatedTarget)) return;
      if (!relatedTarget?.closest('[role="menu"]')) active.current = null;
    },
  };
}

function menuNear(list: HTMLElement | null, id: string): HTMLElement | undefined {
  const messages = [...(list?.querySelectorAll<HTMLElement>('[data-message]') ?? [])];
  const index = messages.findIndex(one => one.dataset.message === id);
  if (index < 0) return undefined;
  return [...messages.slice(index), ...messages.slice(0, index).reverse()]
    .map(one => one.querySelector<HTMLElement>('[aria-haspopup="menu"]'))
    .find(button => button !== null);
}
