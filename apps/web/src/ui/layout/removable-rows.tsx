import { type ComponentProps, type FocusEvent, useEffect, useRef } from 'react';

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
    if (rows && isLost(place.current)) focusIn(rows.item(Math.min(place.current, rows.length - 1)));
  });
  useEffect(
    () => () => {
      if (isLost(place.current)) focusIn(null);
    },
    [],
  );

  return <ul {...props} ref={list} onFocus={onFocus} onBlur={onBlur} />;
}

function isLost(place: number): boolean {
  return place >= 0 && document.activeElement === document.body;
}

/** @param row null when it was the last one: the page gets the focus. */
function focusIn(row: Element | null): void {
  const to = row?.querySelector('button') ?? document.querySelector('main');
  to?.focus({ preventScroll: row === null });
}
