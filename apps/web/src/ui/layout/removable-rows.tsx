import { type ComponentProps, type FocusEvent, useEffect, useRef } from 'react';
import { focusPage, isFocusLost } from './lost-focus.ts';

/**
 * A list whose rows are removed with their own buttons. The focus of a removed row goes to the one that takes its place: to
 * its button, or to the row itself if that has a `tabIndex`, where one more press of the key would do harm. After the last
 * row the heading above the list gets it, or the page if that is gone too.
 */
export function RemovableRows(props: Pick<ComponentProps<'ul'>, 'aria-label' | 'className' | 'children'>) {
  const list = useRef<HTMLUListElement>(null);
  /** The place of the row with the focus, or -1. */
  const place = useRef(-1);
  const heading = useRef<HTMLElement>(undefined);

  function onFocus({ target, currentTarget }: FocusEvent): void {
    place.current = [...currentTarget.children].findIndex(row => row.contains(target));
  }

  /** A removed row fires no blur event, so this runs only if the user moved the focus. */
  function onBlur(): void {
    place.current = -1;
  }

  // After every render, because any may remove the row.
  useEffect(() => {
    const rows = list.current?.children;
    const dialog = list.current?.closest('[role="dialog"]');
    if (!rows || place.current < 0 || !(isFocusLost() || document.activeElement === dialog)) return;
    const row = rows.item(Math.min(place.current, rows.length - 1));
    const next = row?.matches('[tabindex]') ? row : row?.querySelector('button');
    if (next instanceof HTMLElement) next.focus();
    // A dialog takes it by itself.
    else if (!dialog) focusHeading(heading.current);
  });
  useEffect(() => {
    heading.current = headingAbove(list.current);
    // A dialog that closes gives it back by itself.
    const dialog = list.current?.closest('[role="dialog"]');
    return () => {
      if (!dialog && place.current >= 0 && isFocusLost()) focusHeading(heading.current);
    };
  }, []);

  return <ul {...props} ref={list} onFocus={onFocus} onBlur={onBlur} />;
}

/** The nearest heading above the list, in the section that has both. */
function headingAbove(list: HTMLElement | null): HTMLElement | undefined {
  const headings = list?.closest('section')?.querySelectorAll<HTMLElement>('h2, h3') ?? [];
  return [...headings].findLast(
    one => list && one.compareDocumentPosition(list) === Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

function focusHeading(heading: HTMLElement | undefined): void {
  if (heading?.isConnected) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  } else focusPage();
}
