import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { isFocusLost } from '../../../../ui/layout/lost-focus.ts';

/**
 * Keeps the focus of the keyboard in the list when its element goes: the form of a saved message leaves it to the menu of
 * that message, or to the message or the list.
 *
 * @returns the handlers of the list.
 */
export function useMessageFocus(list: RefObject<HTMLElement | null>) {
  const active = useRef<string | null>(null);

  // After every render, because any may remove the focused element.
  useLayoutEffect(() => {
    if (active.current === null || !isFocusLost()) return;
    const message = list.current?.querySelector<HTMLElement>(`[data-message="${active.current}"]`);
    if (message) message.tabIndex = -1;
    const menu = message?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
    (menu ?? message ?? list.current)?.focus({ preventScroll: true });
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
