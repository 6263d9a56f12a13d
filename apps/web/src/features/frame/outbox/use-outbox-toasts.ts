import { useEffect } from 'react';
import { whenUnsaved } from '../../../data/outbox/enqueue.ts';
import { whenRefused } from '../../../data/outbox/settle.ts';
import { whenSetAside } from '../../../data/storage/set-aside.ts';
import { toastError } from '../../../ui/toast/toast.tsx';

/** Shows toasts for refused and lost changes on every page of the dash area. */
export function useOutboxToasts(): void {
  useEffect(() => {
    const stops = [
      whenUnsaved(toastError),
      whenRefused((_operation, message) => toastError(message)),
      whenSetAside(() => toastError(SET_ASIDE)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

const SET_ASIDE =
  'The data stored in this browser cannot be read. It was set aside, and new changes are stored separately.';
