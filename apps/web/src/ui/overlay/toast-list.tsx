import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ReactElement } from 'react';
// The unstyled entry: the other one writes its stylesheet into a style tag, which the CSP forbids.
import { cssTransition, type Id, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import { forgetUndo, rememberUndo, undoLast } from '../../lib/undo.ts';
import { Button, IconButton } from '../form/button.tsx';
import { clearOfPressed } from './toast-position.ts';

/** The button of a toast. */
export type ToastAction = { label: string; onClick: () => void };

export function showSuccess(text: string, action?: ToastAction, where?: string): void {
  show(<Line text={text} action={action} where={where} />, {
    type: 'success',
    role: 'status',
    icon: <CircleCheck aria-hidden="true" className="size-5 text-brand-strong" />,
  });
}

export function showError(text: string, action?: ToastAction): void {
  show(<Line text={text} action={action} />, {
    type: 'error',
    role: 'alert',
    icon: <CircleAlert aria-hidden="true" className="size-5 text-danger" />,
  });
}

export function showUndo(text: string, undo: () => void): void {
  showSuccess(text, { label: 'Undo', onClick: rememberUndo(text, undo) });
}

export function undoNewest(): void {
  const text = undoLast();
  if (text) showSuccess(`Undone: ${text}`);
}

export { forgetUndo };

export function closeError(): void {
  if (shown?.isError) toast.dismiss(shown.id);
}

/** Its action stays available by key. */
export function closeSuccess(): void {
  if (shown && !shown.isError) toast.dismiss(shown.id);
}

/** The open toast. One that is closing, which takes a moment, is no longer open. */
let shown: { id: Id; isError: boolean } | undefined;

/** There is one toast at a time: a new text replaces the one before. */
function show(line: ReactElement, options: ToastOptions): void {
  const isError = options.type === 'error';
  if (shown) {
    shown.isError = isError;
    toast.update(shown.id, { ...options, render: line, autoClose: 5000 });
    return;
  }
  const container = document.querySelector<HTMLElement>('.Toastify__toast-container');
  if (container) clearOfPressed(container);
  const onClose = () => {
    shown = undefined;
  };
  shown = { id: toast(line, { ...options, onClose }), isError };
}

type LineProps = {
  text: string;
  action?: ToastAction | undefined;
  /** Where it went: "Added to Friday". */
  where?: string | undefined;
  closeToast?: () => void;
};

/** react-toastify adds `closeToast` to the props of the element. */
function Line({ text, action, where, closeToast }: LineProps) {
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-2 py-1.5">
        <span className="min-w-0">{text}</span>
        {where && <span className="text-ink-soft">{where}</span>}
      </span>
      {action && (
        <Button
          variant="plain"
          size="small"
          onClick={() => {
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
      pauseOnHover
      pauseOnFocusLoss
      draggable
      draggablePercent={80}
      hideProgressBar
      transition={transition}
      aria-label="Notifications"
      closeButton={({ closeToast }) => <IconButton label="Dismiss" icon={<X />} onClick={closeToast} />}
    />
  );
}

const transition = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 150 });
