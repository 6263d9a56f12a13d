import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { Button } from '../form/button.tsx';
import type { Toast, ToastAction } from './toast-list.tsx';

/** No page needs it to show its first content, so it loads with the first press or key. */
const list = createLazyModule(() => import('./toast-list.tsx'));
/** The toast while the code of the list cannot be loaded. A browser does not retry that before a reload. */
const plain = createAtom<Toast | null>(null);

/** @param where it went. */
export function toastSuccess(text: string, action?: ToastAction, where?: string): void {
  show({ role: 'status', text, action, where });
}

export function toastError(text: string, action?: ToastAction): void {
  show({ role: 'alert', text, action });
}

function show(toast: Toast): void {
  list.fetch().then(
    module => {
      plain.set(null);
      module.showToast(toast);
    },
    () => plain.set(toast),
  );
}

/** An error is about the page on which it happened. */
export function closeErrorToast(): void {
  close('alert');
}

/** A dialog on a phone fills the screen, and the toast would cover its fields. An error stays. */
export function closeSuccessToast(): void {
  close('status');
}

/** Its action stays available by key. */
function close(role: Toast['role']): void {
  list.loaded.get()?.closeToast(role);
  if (plain.get()?.role === role) plain.set(null);
}

/** Where the toast appears. Once, at the root, because a toast outlives the page that showed it. */
export function Toaster() {
  // They are never removed: the root stays.
  useEffect(() => {
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, list.fetchEarly, { once: true });
  }, []);
  const module = useSelector(list.loaded);
  const toast = useSelector(plain);
  if (module) return <module.ToastList />;
  return toast && <PlainToast {...toast} />;
}

/** Says the same as the toast of the list, with its action. Every button of it dismisses it. */
function PlainToast({ role, text, action }: Toast) {
  const button = ({ label, onClick }: Partial<ToastAction>) => (
    <Button
      variant="plain"
      size="small"
      onClick={() => {
        plain.set(null);
        onClick?.();
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className="Toastify__toast-container">
      <div role={role} className="Toastify__toast">
        {text}
        {action && button(action)}
        {button({ label: 'Dismiss' })}
      </div>
    </div>
  );
}
