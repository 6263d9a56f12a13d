import { type ComponentProps, type FocusEvent, useEffect, useRef } from 'react';
import { focusPage, isFocusLost } from './lost-focus.ts';

/** A list whose rows are removed with their own buttons. The focus of a removed row goes to the one that takes its place. */
export function RemovableRows(props: Pick<ComponentProps<'ul'>, 'aria-label' | 'className' | 'children'>) {
  const list = useRef<HTMLUListElement>(null);
  /** The place of the row with the focus, or -1. */
  const place = useRef(-1);

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
    if (!rows || !isLost(place.current)) return;
    // The page gets it when it was the last row.
    const button = rows.item(Math.min(place.current, rows.length - 1))?.querySelector('button');
    if (button) button.focus();
    else focusPage();
  });
  useEffect(
    () => () => {
      if (isLost(place.current)) focusPage();
    },
    [],
  );

  return <ul {...props} ref={list} onFocus={onFocus} onBlur={onBlur} />;
}

function isLost(place: number): boolean {
  return place >= 0 && isFocusLost();
}
