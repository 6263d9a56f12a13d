import { createAtom, useSelector } from '@tanstack/react-store';

/** How a visitor may sign in besides the form. The server marks its page, so that the form needs no request. */
interface WaysIn {
  /** Whether they may register. */
  isOpen: boolean;
  /** The provider they may sign in with. */
  provider: string | null;
}

const waysIn = createAtom<WaysIn>({
  isOpen: markOf('registration') === null,
  provider: markOf('sign-in-provider'),
});

export function useKnownWaysIn(): WaysIn {
  return useSelector(waysIn);
}

/** Updates the marks, for example after the first account where the others need an invitation. */
export const setWaysIn = waysIn.set;

function markOf(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}
