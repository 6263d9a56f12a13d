import { afterPaint } from '../../lib/after-paint.ts';
import { rememberUndo, undoLast } from '../../lib/undo.ts';
import { toastSuccess } from './toast.tsx';

/** Says what was done, after it is painted, and offers to undo it, here and at once with the keys `z` and Ctrl+Z. */
export function toastUndo(text: string, undo: () => void): void {
  toast(text, { label: 'Undo', onClick: rememberUndo(text, undo) });
}

/** Undoes the last action and says which. */
export function undoWithToast(): void {
  const text = undoLast();
  if (text) toast(`Undone: ${text}`);
}

/** Both kinds after the paint, so that they come in the order of what was done. */
function toast(...words: Parameters<typeof toastSuccess>): void {
  void afterPaint(() => toastSuccess(...words));
}
