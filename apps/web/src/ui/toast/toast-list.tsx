import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
// The unstyled entry: the other one writes its stylesheet into a style tag, which the CSP forbids.
import { cssTransition, type Id, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import { Button, IconButton } from '../form/button.tsx';
import { leaveToast } from './toast-focus.ts';
import { clearOfUsed } from './toast-position.ts';

/** The button of a toast. */
export type ToastAction = { label: string; onClick: () => void };

/** What a toast says. An error is an alert. */
export interface Toast {
  role: 'status' | 'alert';
  text: string;
  action?: ToastAction | undefined;
  /** Where it went: "Added to Friday". */
  where?: string | undefined;
}

export function closeToast(role: Toast['role']): void {
  if (shown?.role === role) toast.dismiss(shown.id);
}

/** The open toast. One that is closing, which takes a moment, is no longer open. */
let shown: { id: Id; role: Toast['role'] } | undefined;

/** There is one toast at a time: a new text replaces the one before. */
export function showToast({ role, ...line }: Toast): void {
  const render = <Line {...line} />;
  const options: ToastOptions = { ...LOOKS[role], role };
  if (shown) {
    shown.role = role;
    toast.update(shown.id, { ...options, render, autoClose: 5000 });
    return;
  }
  const onClose = () => {
    shown = undefined;
  };
  shown = { id: toast(render, { ...options, onClose }), role };
}

const LOOKS = {
  status: { type: 'success', icon: <CircleCheck aria-hidden="true" className="size-5 text-brand-strong" /> },
  alert: { type: 'error', icon: <CircleAlert aria-hidden="true" className="size-5 text-danger" /> },
} as const;

type LineProps = Omit<Toast, 'role'> & { closeToast?: () => void };

/** react-toastify adds `closeToast` to the props of the element. */
function Line({ text, action, where, closeToast }: LineProps) {
  const words = useRef<HTMLSpanElement>(null);
  // After each render, because a new text may need more room.
  useLayoutEffect(() => {
    const container = words.current?.closest<HTMLElement>('.Toastify__toast-container');
    if (container) clearOfUsed(container);
  });
  useLayoutEffect(() => leaveToast, []);
  return (
    <>
      <span ref={words} className="flex min-w-24 flex-1 flex-wrap gap-x-2 py-1.5">
        <span className="min-w-0">{text}</span>
        {where && <span className="text-ink-soft">{where}</span>}
      </span>
      {action && (
        <Button
          variant="plain"
          size="small"
          onClick={() => {
            leaveToast();
            closeToast?.();
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
    </>
  );
}

/** The open toast, if any. */
export function ToastList() {
  return (
    <ToastContainer
      position="top-right"
      autoClose={5000}
      // A tap on a touchscreen begins a hover that never ends.
      pauseOnHover={matchMedia('(hover: hover)').matches}
      pauseOnFocusLoss
      draggable
      draggablePercent={80}
      hideProgressBar
      transition={transition}
      aria-label="Notifications"
      closeButton={({ closeToast }) => (
        <IconButton
          label="Dismiss"
          icon={<X />}
          onClick={event => {
            leaveToast();
            closeToast(event);
          }}
        />
      )}
    />
  );
}

const transition = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 150 });
