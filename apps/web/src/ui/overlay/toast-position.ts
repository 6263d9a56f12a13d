/** What was pressed last, as it lay on the screen, in CSS pixels. */
let pressed: DOMRect | null = null;

/** The height of a toast with one line, and its distance to what is above it, in CSS pixels. */
const HEIGHT = 44;
const GAP = 8;

addEventListener(
  'pointerdown',
  ({ target }) => {
    if (!(target instanceof Element)) return;
    pressed = (target.closest('button, a, input, textarea, [role]') ?? target).getBoundingClientRect();
  },
  { capture: true },
);

/** Moves the toasts below the control that was just used, if they would cover it. */
export function clearOfPressed(container: HTMLElement): void {
  container.style.removeProperty('top');
  const { top, left, right } = container.getBoundingClientRect();
  if (!pressed || pressed.right < left || pressed.left > right) return;
  if (pressed.bottom < top || pressed.top > top + HEIGHT) return;
  container.style.setProperty('top', `${pressed.bottom + GAP}px`);
}
