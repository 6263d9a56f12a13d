import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { messageOf } from '../lib/message.ts';
import type { Part } from '../lib/part.ts';
import { reload } from '../lib/reload.ts';
import { ErrorNote } from './error-note.tsx';
import { Spinner } from './spinner.tsx';
import { toastError } from './toast.tsx';

type LateDialogProps<Module> = {
  part: Part<Module>;
  open: boolean;
  onClose: () => void;
  children: (module: Module) => ReactNode;
};

/** A dialog whose code comes with its first opening. If it does not come, a toast says so, with the way out. */
export function LateDialog<Module>({ part, open, onClose, children }: LateDialogProps<Module>) {
  const module = part.use();
  useFetch(part, open, error => {
    onClose();
    toastMissing(error);
  });
  if (module) return children(module);
  return (
    open && (
      // Until it is there no key is a shortcut: what is typed is meant for the dialog.
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

type LateProps<Module> = {
  part: Part<Module>;
  /** In its place until it is there. */
  waiting?: ReactNode;
  children: (module: Module) => ReactNode;
};

/** A piece of a page whose code comes when the piece is shown. If it does not come, its place says so. */
export function Late<Module>({ part, waiting = WAITING, children }: LateProps<Module>) {
  const module = part.use();
  const [error, setError] = useState<unknown>();
  useFetch(part, true, setError);
  if (module) return children(module);
  return error ? <ErrorNote message={messageOf(error)} onRetry={reload} /> : waiting;
}

/** What was pressed for leads nowhere: a toast says so, with the way out. */
export function toastMissing(error: unknown): void {
  toastError(messageOf(error), { label: 'Reload', onClick: () => void reload() });
}

function useFetch(part: Part<unknown>, wanted: boolean, onMissing: (error: unknown) => void): void {
  const say = useEffectEvent(onMissing);
  useEffect(() => {
    if (!wanted) return;
    let isGone = false;
    part.fetch().catch((error: unknown) => isGone || say(error));
    return () => {
      isGone = true;
    };
  }, [part, wanted]);
}

const WAITING = (
  <div className="flex justify-center py-14">
    <Spinner delayed />
  </div>
);
