import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { useHistoryDialog } from './use-history-dialog.ts';

/** What the names of the entries of this hook begin with. */
const OWN = 'back ';

/**
 * Back closes what is open on a phone, also what is no entry of the browser's history by itself.
 * @param isFilling whether it is open, and on a phone.
 * @returns whether its entry is still the present one.
 */
export function useBack(isFilling: boolean, onClose: () => void): boolean {
  const { history } = useRouter();
  const entry = useHistoryDialog(OWN + useId());
  const { isOpen: isThere } = entry;
  const wasThere = useRef(false);
  const newest = useRef({ entry, onClose, isFilling });
  useEffect(() => {
    newest.current = { entry, onClose, isFilling };
  });

  useEffect(() => {
    const { dialog = OWN } = history.location.state;
    if (!isFilling || !dialog.startsWith(OWN)) return;
    let isHere = true;
    // A moment later: while React develops, it mounts everything twice.
    queueMicrotask(() => isHere && newest.current.entry.open());
    return () => {
      isHere = false;
      newest.current.entry.close();
    };
  }, [history, isFilling]);

  useEffect(() => {
    const isGone = wasThere.current && !isThere;
    wasThere.current = isThere;
    // A phone may have been turned, and another dialog over this one may have taken the entry.
    if (isGone && newest.current.isFilling && !history.location.state.dialog) newest.current.onClose();
  }, [history, isThere]);
  return isThere;
}
