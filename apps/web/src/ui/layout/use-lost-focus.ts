import { type RefObject, useEffect } from 'react';
import { isFocusLost } from './lost-focus.ts';

/** Gives the focus of a part that goes with the button that was pressed to what stays. @param isThere whether the part shows. */
export function useLostFocus(to: RefObject<HTMLElement | null>, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    return () => {
      if (isFocusLost()) to.current?.focus();
    };
  }, [to, isThere]);
}
