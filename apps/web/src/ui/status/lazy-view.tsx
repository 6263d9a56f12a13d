import { useSelector } from '@tanstack/react-store';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { messageOf } from '../../lib/error-message.ts';
import type { LazyModule } from '../../lib/lazy-module.ts';
import { reload } from '../../lib/reload.ts';
import { toastError } from '../toast/toast.tsx';
import { ErrorNote } from './error-note.tsx';
import { Spinner } from './spinner.tsx';

type LazyDialogProps<Module> = {
  from: LazyModule<Module>;
  open: boolean;
  onClose: () => void;
  children: (module: Module) => ReactNode;
};

/** A dialog whose code loads at its first opening. A failure shows a toast with a reload button. */
export function LazyDialog<Module>({ from, open, onClose, children }: LazyDialogProps<Module>) {
  const module = useSelector(from.loaded);
  useFetch(from, open, error => {
    onClose();
    toastMissing(error);
  });
  if (module) return children(module);
  return (
    open && (
      // Disables shortcuts while loading, because typed keys are meant for the dialog.
      <div
        data-awaited
        className="pointer-events-none fixed inset-0 z-40 grid animate-late place-items-center bg-scrim"
      >
        <div className="flex rounded-card bg-surface px-6 py-5 shadow-float">
          <Spinner />
        </div>
      </div>
    )
  );
}

type LazyViewProps<Module> = {
  from: LazyModule<Module>;
  /** False while it is not needed. */
  isWanted?: boolean;
  /** In its place until it is there. */
  waiting?: ReactNode;
  children: (module: Module) => ReactNode;
};

/** A part of a page whose code loads when the part is shown. A failure shows an error in its place. */
export function LazyView<Module>(props: LazyViewProps<Module>) {
  const { from, isWanted = true, waiting = WAITING, children } = props;
  const module = useSelector(from.loaded);
  const [error, setError] = useState<unknown>();
  useFetch(from, isWanted, setError);
  if (module && isWanted) return children(module);
  return error ? <ErrorNote message={messageOf(error)} onRetry={reload} /> : waiting;
}

/** A toast for a failed load with a reload button. */
export function toastMissing(error: unknown): void {
  toastError(messageOf(error), { label: 'Reload', onClick: () => void reload() });
}

function useFetch(from: LazyModule<unknown>, wanted: boolean, onMissing: (error: unknown) => void): void {
  const say = useEffectEvent(onMissing);
  useEffect(() => {
    if (!wanted) return;
    let isGone = false;
    // In a task of its own, because an effect may run before the paint.
    setTimeout(() => from.fetch().catch((error: unknown) => isGone || say(error)));
    return () => {
      isGone = true;
    };
  }, [from, wanted]);
}

const WAITING = (
  <div className="flex justify-center py-14">
    <Spinner delayed />
  </div>
);
