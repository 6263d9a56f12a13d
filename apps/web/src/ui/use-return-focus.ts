import { useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to whatever opened a dialog. Radix does so only for its own trigger, and
 * ours are opened by state.
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
  };
}

/** What the dialog led to may have taken the focus while the dialog was leaving: it keeps it. */
function hasMovedOn(dialog: EventTarget | null): boolean {
  const active = document.activeElement;
  return active !== null && active !== document.body && dialog instanceof Node && !dialog.contains(active);
}

/** A menu item is gone by the time the dialog closes; the button that opened the menu is not. */
function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (button) return document.getElementById(button);
  return active instanceof HTMLElement ? active : null;
}
