import { createFileRoute, redirect } from '@tanstack/react-router';
import { DataProvider } from '../data/data-provider.tsx';
import { openReads } from '../data/reads/reads.ts';
import { useCurrentUser } from '../data/session/session.ts';
import { AppFrame } from '../features/frame/app-frame.tsx';
import { Unreachable } from '../features/frame/unreachable.tsx';
import { createLazyModule } from '../lib/lazy-module.ts';
import { LazyView } from '../ui/status/lazy-view.tsx';

export const Route = createFileRoute('/dash')({
  beforeLoad: async ({ context: { session }, location }) => {
    if (!(await session.hasSession()))
      throw redirect({ to: '/login', search: { from: location.href }, replace: true });
  },
  // What this browser has of the last time shows at once.
  loader: () => openReads(),
  preload: false,
  component: Dash,
  errorComponent: Unreachable,
});

function Dash() {
  const { mustEnroll } = useCurrentUser();
  return (
    <DataProvider>
      {mustEnroll ? (
        <LazyView from={enroll}>{({ EnrollPage }) => <EnrollPage />}</LazyView>
      ) : (
        <AppFrame line={line} afterStart={afterStart} />
      )}
    </DataProvider>
  );
}

const enroll = createLazyModule(() => import('../features/second-factor/enroll-page.tsx'));
const afterStart = createLazyModule(() => import('./-dash/after-start.tsx'));
const line = createLazyModule(() => import('./-line/line-dialog.tsx'));
