import { createFileRoute, redirect } from '@tanstack/react-router';
import { DataProvider } from '../data-provider.tsx';
import { AppFrame } from '../features/frame/app-frame.tsx';
import { Unreachable } from '../features/frame/unreachable.tsx';
import { isSignedIn, persist, refresh } from '../session.ts';

export const Route = createFileRoute('/dash')({
  beforeLoad: async ({ location }) => {
    if (isSignedIn() || (persist.isSet() && (await refresh()) !== null)) return;
    throw redirect({ to: '/login', search: { from: location.href }, replace: true });
  },
  component: Dash,
  errorComponent: Unreachable,
});

function Dash() {
  return (
    <DataProvider>
      <AppFrame />
    </DataProvider>
  );
}
