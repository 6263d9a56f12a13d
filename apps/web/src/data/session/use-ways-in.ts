import { useEffect } from 'react';
import { isFromShell } from '../../lib/shell/register.ts';
import { authClient } from './session.ts';
import { setWaysIn, useKnownWaysIn } from './ways-in.ts';

/** How a visitor may sign in. The server marks its own page; the browser's copy has no mark, so it asks. */
export function useWaysIn(): ReturnType<typeof useKnownWaysIn> {
  useEffect(() => {
    if (isFromShell()) askWaysIn();
  }, []);
  return useKnownWaysIn();
}

/** Asks the server how a visitor may sign in. */
export function askWaysIn(): void {
  void Promise.all([authClient.auth.registration.query(), authClient.oidc.provider.query()]).then(
    ([{ isOpen }, provider]) => setWaysIn({ isOpen, provider: provider?.name ?? null }),
    () => {},
  );
}
