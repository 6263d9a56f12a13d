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
  const entry = useHistoryDialog(OWN + useId(), true);
  const { isOpen: isThere } = entry;
  /** The place of its entry in the browser's history while that is the present one, else 0. */
  const wasThere = useRef(0);
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
    const { __TSR_index: place } = history.location.state;
    const isBehind = wasThere.current > place;
    wasThere.current = isThere ? place : 0;
    // A phone may have been turned, and another dialog over this one may have taken the entry.
    if (isBehind && newest.current.isFilling) newest.current.onClose();
  }, [history, isThere]);

  // It has closed while another entry was above its own.
  useEffect(() => {
    if (isThere && !isFilling) newest.current.entry.close();
  }, [isThere, isFilling]);
  return isThere;
}
