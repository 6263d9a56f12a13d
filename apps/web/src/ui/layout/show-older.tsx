import { useEffect, useRef } from 'react';
import { Button } from '../form/button.tsx';
import { isFocusLost } from './lost-focus.ts';

interface ShowOlderProps {
  /** Loads older rows; undefined where there are none. */
  onMore: (() => void) | undefined;
  busy: boolean | undefined;
  className: string;
}

/** At the end of a list. With the last older rows it goes, and the first of them gets its focus. */
export function ShowOlder({ onMore, ...props }: ShowOlderProps) {
  return onMore && <Older {...props} onMore={onMore} />;
}

function Older({ onMore, ...props }: ShowOlderProps & { onMore: () => void }) {
  /** The row above the button when it was pressed, and the dialog or page around it. */
  const pressed = useRef<{ above: Element; around: Element } | null>(null);
  useEffect(
    () => () => {
      const { above, around } = pressed.current ?? {};
      // A dialog takes a lost focus by itself.
      if (above?.isConnected && (isFocusLost() || document.activeElement === around)) focusAfter(above);
    },
    [],
  );
  return (
    <Button
      variant="plain"
      size="small"
      {...props}
      onClick={({ currentTarget }) => {
        const around = currentTarget.closest('[role="dialog"], main');
        const above = around && rowsAbove(currentTarget, around).at(-1);
        pressed.current = above ? { above, around } : null;
        onMore();
      }}
    >
      Show older
    </Button>
  );
}

/** The outer rows: a row may have a list of its own. */
function rowsAbove(button: Element, around: Element): Element[] {
  return [...around.querySelectorAll('li:not(li li)')].filter(
    row => row.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

/** The row itself, so that one more press of the key restores nothing. */
function focusAfter(above: Element): void {
  const next = above.nextElementSibling;
  if (!(next instanceof HTMLElement)) return;
  next.tabIndex = -1;
  next.focus();
}
