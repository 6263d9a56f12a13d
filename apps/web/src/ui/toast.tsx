import { CircleAlert, CircleCheck, X } from 'lucide-react';
// The unstyled entry: the other one writes its stylesheet into a style tag, which the CSP forbids.
import { cssTransition, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import { Button, IconButton } from './button.tsx';
import { toastPlace } from './toaster.tsx';

type ToastAction = { label: string; onClick: () => void };

/** Whatever went wrong before it is over. */
export function toastSuccess(text: string, action?: ToastAction): void {
  for (const id of errors) toast.dismiss(id);
  errors.clear();
  show(text, action, {
    type: 'success',
    role: 'status',
    icon: <CircleCheck aria-hidden="true" className="size-5 text-brand-strong" />,
  });
}

export function toastError(text: string, action?: ToastAction): void {
  errors.add(text);
  show(text, action, {
    type: 'error',
    role: 'alert',
    icon: <CircleAlert aria-hidden="true" className="size-5 text-danger" />,
  });
}

/** Those that may still be in sight, each by its text. */
const errors = new Set<string>();

/**
 * The same words again take the place of the ones that are there: five tasks added are not five toasts. A
 * success with an action is about one thing, whatever else has its name: two things deleted are two undone.
 */
function show(text: string, action: ToastAction | undefined, options: ToastOptions): void {
  const line = <Line text={text} action={action} />;
  if (action && options.type === 'success') return void toast(line, options);
  if (toast.isActive(text)) toast.update(text, { ...options, render: line, autoClose: 5000 });
  else toast(line, { ...options, toastId: text });
}

type LineProps = { text: string; action?: ToastAction | undefined; closeToast?: () => void };

/** react-toastify hands closeToast to the element it is given. */
function Line({ text, action, closeToast }: LineProps) {
  return (
    <>
      <span className="min-w-0 flex-1 py-1.5">{text}</span>
      {action && (
        <Button
          variant="plain"
          size="small"
          onClick={() => {
            action.onClick();
            closeToast?.();
          }}
        >
          {action.label}
        </Button>
      )}
    </>
  );
}

/** Stands in the Toaster. */
function ToastPlace() {
  return (
    <ToastContainer
      position="top-right"
      autoClose={5000}
      pauseOnHover
      pauseOnFocusLoss
      draggable
      draggablePercent={80}
      hideProgressBar
      newestOnTop
      transition={transition}
      aria-label="Notifications"
      closeButton={({ closeToast }) => <IconButton label="Dismiss" icon={<X />} onClick={closeToast} />}
    />
  );
}

const transition = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 150 });

toastPlace.set(ToastPlace);
