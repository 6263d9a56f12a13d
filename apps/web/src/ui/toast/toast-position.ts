/** What was pressed last, as it lay on the screen, in CSS pixels. */
let pressed: DOMRect | null = null;

/** The distance of a toast to what is above it, in CSS pixels. */
const GAP = 8;

addEventListener(
  'pointerdown',
  ({ target }) => {
    if (!(target instanceof Element)) return;
    pressed = (target.closest('button, a, input, textarea, [role]') ?? target).getBoundingClientRect();
  },
  { capture: true },
);

/** Moves the toasts below the control that was just used or that is to be used next, if they would cover it. */
export function clearOfUsed(container: HTMLElement): void {
  container.style.removeProperty('top');
  const { top, left, right, bottom } = container.getBoundingClientRect();
  for (const used of [pressed, typedInto()]) {
    if (!used || used.right < left || used.left > right) continue;
    if (used.bottom < top || used.top > bottom) continue;
    container.style.setProperty('top', `${used.bottom + GAP}px`);
    return;
  }
}

function typedInto(): DOMRect | null {
  const field = document.activeElement;
  return field?.matches('input, textarea') ? field.getBoundingClientRect() : null;
}
