import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { createLazyModule } from '../../lib/lazy-module.ts';
import type { ToastAction } from './toast-list.tsx';

/** No page needs it to show its first content, so it loads with the first press or key. */
const list = createLazyModule(() => import('./toast-list.tsx'));

/** @param where it went. */
export function toastSuccess(text: string, action?: ToastAction, where?: string): void {
  list.fetch().then(({ showSuccess }) => showSuccess(text, action, where), ignore);
}

/** Says what was done and offers to undo it, here and with the keys `z` and Ctrl+Z. */
export function toastUndo(text: string, undo: () => void): void {
  list.fetch().then(({ showUndo }) => showUndo(text, undo), ignore);
}

/** Undoes the last action and says which. */
export function undoWithToast(): void {
  list.loaded.get()?.undoNewest();
}

/** Called when the person changes, so that one person cannot undo the actions of another. */
export function forgetActions(): void {
  list.loaded.get()?.forgetUndo();
}

export function toastError(text: string, action?: ToastAction): void {
  list.fetch().then(({ showError }) => showError(text, action), ignore);
}

/** An error is about the page on which it happened. */
export function closeErrorToast(): void {
  list.loaded.get()?.closeError();
}

/** A dialog on a phone fills the screen, and the toast would cover its fields. An error stays. */
export function closeSuccessToast(): void {
  list.loaded.get()?.closeSuccess();
}

/** Where the toast appears. Once, at the root, because a toast outlives the page that showed it. */
export function Toaster() {
  useEffect(() => {
    addEventListener('pointerdown', list.fetchEarly, { once: true });
    addEventListener('keydown', list.fetchEarly, { once: true });
    return () => {
      removeEventListener('pointerdown', list.fetchEarly);
      removeEventListener('keydown', list.fetchEarly);
    };
  }, []);
  const module = useSelector(list.loaded);
  return module && <module.ToastList />;
}

/** A failed import. Without its code no toast can be shown. */
function ignore(): void {}
