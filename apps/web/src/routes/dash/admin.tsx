import { createFileRoute } from '@tanstack/react-router';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { LazyView } from '../../ui/status/lazy-view.tsx';

// A module of its own: what the component of a route imports is listed in the first script of every visit.
const page = createLazyModule(() => import('../-admin/admin.tsx'));

export const Route = createFileRoute('/dash/admin')({
  component: () => <LazyView from={page}>{({ Admin }) => <Admin />}</LazyView>,
});
