import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';

/** The number of unread messages, which the title of every page shows. */
export const unreadInTitle = createAtom(0);

/** The title of the browser's tab: "(3) Tasks · Onus". */
export function usePageTitle(name: string): void {
  const unread = useSelector(unreadInTitle);
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${name} · Onus`;
    return () => {
      document.title = 'Onus';
    };
  }, [name, unread]);
}
