/** What was pressed last, as it lay on the screen, in CSS pixels. */
let pressed: DOMRect | undefined;

/** The distance of a toast to what is above it, in CSS pixels. */
const GAP = 8;

addEventListener(
  'pointerdown',
  ({ target }) => {
    // A toast that is pressed stays in its place: its click would miss it.
    if (!(target instanceof Element) || target.closest('.Toastify')) return;
    pressed = (target.closest('button, a, input, textarea, [role]') ?? target).getBoundingClientRect();
  },
  { capture: true },
);

// A person may go on to a field below an open toast, and its suggestions come as they type.
for (const kind of ['focusin', 'input']) {
  addEventListener(kind, ({ target }) => {
    if (target instanceof Element && target.closest('.Toastify')) return;
    const container = document.querySelector<HTMLElement>('.Toastify__toast-container:has(.Toastify__toast)');
    // After the browser has scrolled to the field.
    if (container) requestAnimationFrame(() => clearOfUsed(container));
  });
}

/** Moves the toasts below what was just used or may be used next, if they would cover it. */
export function clearOfUsed(container: HTMLElement): void {
  container.style.removeProperty('top');
  const { top: usual, left, right, height } = container.getBoundingClientRect();
  let top = usual;
  for (const used of usedBoxes().sort((one, other) => one.top - other.top)) {
    if (used.right < left || used.left > right) continue;
    if (used.bottom < top || used.top > top + height) continue;
    top = used.bottom + GAP;
  }
  if (top !== usual && top + height <= innerHeight) container.style.setProperty('top', `${top}px`);
}

/**
 * What was pressed, the field or button that has the focus, the button at the end of the tabs, and the line that adds to
 * a list, with its buttons and suggestions.
 */
function usedBoxes(): DOMRect[] {
  const focused = document.activeElement;
  const line = document.querySelector(LINE)?.closest('form > div');
  const parts = [
    // The press that loaded this code has left the focus on what it pressed.
    ...(focused?.matches('input, textarea, button:not(.Toastify *)') ? [focused] : []),
    // On a phone a toast is as wide as the screen, and would lie on the first rows instead.
    ...(matchMedia('(width >= 40rem)').matches ? document.querySelectorAll('[role="tablist"] + button') : []),
    ...(line ? [line, ...line.querySelectorAll('[role="listbox"]')] : []),
  ];
  return [...(pressed ? [pressed] : []), ...parts.map(part => part.getBoundingClientRect())];
}

/** Not one behind a dialog. */
const LINE = 'input[aria-keyshortcuts="q"]:not([aria-hidden="true"] *)';
