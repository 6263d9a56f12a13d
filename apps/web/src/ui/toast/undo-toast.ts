import { rememberUndo, undoLast } from '../../lib/undo.ts';
import { toastSuccess } from './toast.tsx';

/** Says what was done and offers to undo it, here and with the keys `z` and Ctrl+Z. */
export function toastUndo(text: string, undo: () => void): void {
  toastSuccess(text, { label: 'Undo', onClick: rememberUndo(text, undo) });
}

/** Undoes the last action and says which. */
export function undoWithToast(): void {
  const text = undoLast();
  if (text) toastSuccess(`Undone: ${text}`);
}
