import { afterPaint } from '../../lib/after-paint.ts';
import { rememberUndo, undoLast } from '../../lib/undo.ts';
import { toastSuccess } from './toast.tsx';

/** Says what was done, after it is painted, and offers to undo it, here and at once with the keys `z` and Ctrl+Z. */
export function toastUndo(text: string, undo: () => void): void {
  const onClick = rememberUndo(text, undo);
  void afterPaint(() => toastSuccess(text, { label: 'Undo', onClick }));
}

/** Undoes the last action and says which. */
export function undoWithToast(): void {
  const text = undoLast();
  if (text) toastSuccess(`Undone: ${text}`);
}
