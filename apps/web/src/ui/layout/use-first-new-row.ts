import { useEffect, useRef } from 'react';
import { focusPage, isFocusLost } from './lost-focus.ts';

/**
 * For a button below the rows of a list that fetches more. With the last of them it goes, and the first new row gets its
 * focus: the row itself and none of its buttons, so that one more press of the key does no harm.
 * @returns to call when the button is pressed.
 */
export function useFirstNewRow(): (button: Element) => void {
  const pressed = useRef<{ around: Element; above: HTMLElement | undefined } | null>(null);
  useEffect(
    () => () => {
      // A dialog takes a lost focus by itself.
      if (!pressed.current || !(isFocusLost() || document.activeElement === pressed.current.around)) return;
      const { around, above } = pressed.current;
      const rows = rowsIn(around);
      const next = above?.isConnected && rows[rows.indexOf(above) + 1];
      if (next) {
        next.tabIndex = -1;
        next.focus();
      } else if (around.matches('main')) focusPage();
    },
    [],
  );
  return button => {
    const around = button.closest('[role="dialog"], main');
    pressed.current = around && { around, above: rowsIn(around).findLast(row => isBefore(row, button)) };
  };
}

/** The outer rows: a row may have a list of its own. */
function rowsIn(around: Element): HTMLElement[] {
  return [...around.querySelectorAll<HTMLElement>('li:not(li li)')];
}

function isBefore(row: Element, button: Element): boolean {
  return (row.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
}
