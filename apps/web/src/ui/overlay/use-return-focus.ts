import { useLayoutEffect, useRef } from 'react';
import { focusPage, isFocusLost } from '../layout/lost-focus.ts';

/**
 * Returns the focus to the control that opened a dialog. Radix does so only for its own trigger, and state opens ours.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const opener = useRef<HTMLElement | null>(null);
  // The dialog's portal mounts one pass later, so the focus is still where it was.
  useLayoutEffect(() => {
    if (open) opener.current = openerOf(document.activeElement);
  }, [open]);
  return event => {
    event.preventDefault();
    if (hasMovedOn(event.target)) return;
    if (opener.current?.isConnected) opener.current.focus();
    // Loading the page again opened it, or its opener is gone.
    if (isFocusLost()) focusPage();
  };
}

/** If another element took the focus while the dialog closed, it keeps the focus. */
function hasMovedOn(dialog: EventTarget | null): boolean {
  const active = document.activeElement;
  return active !== null && active !== document.body && dialog instanceof Node && !dialog.contains(active);
}

/** A menu item no longer exists when the dialog closes, so the menu's button gets the focus. */
function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (button) return document.getElementById(button);
  return active instanceof HTMLElement ? active : null;
}
