/** Whether what had the focus is gone, as the button of a removed row is. The next Tab would begin at the top of the page. */
export function isFocusLost(): boolean {
  return document.activeElement === document.body;
}

/** Gives the focus to the page, which does not scroll. */
export function focusPage(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}
