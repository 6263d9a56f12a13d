import { toast } from 'react-toastify/unstyled';
import { focusPage } from '../layout/lost-focus.ts';

/** What had the focus before a toast. */
let before: HTMLElement | null = null;

// A toast stays while it has the focus of a keyboard. A tap leaves its focus there for good.
addEventListener('focusin', ({ target, relatedTarget }) => {
  if (!isInToast(target) || isInToast(relatedTarget)) return;
  before = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  if (target.matches(':focus-visible')) toast.pause();
});
addEventListener('focusout', ({ target, relatedTarget }) => {
  if (isInToast(target) && !isInToast(relatedTarget)) toast.play();
});

/** Takes the focus of a keyboard from a toast that closes. A tap leaves it, because a field would open its keyboard. */
export function leaveToast(): void {
  if (!document.activeElement?.matches('.Toastify :focus-visible')) return;
  if (before?.isConnected) before.focus({ preventScroll: true });
  else focusPage();
}

function isInToast(target: EventTarget | null): target is Element {
  return target instanceof Element && target.closest('.Toastify') !== null;
}
