import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The next page gets the focus of a link that went with its page. A link of the frame keeps it. */
export function usePageFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
