import { createFileRoute } from '@tanstack/react-router';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { Page } from '../../ui/layout/page.tsx';
import { LazyView } from '../../ui/status/lazy-view.tsx';

// A module of its own: what the component of a route imports is listed in the first script of every visit.
const settings = createLazyModule(() => import('../-settings-tab.tsx'));

export const Route = createFileRoute('/dash/settings')({
  component: () => (
    <Page title="Settings">
      <LazyView from={settings}>{({ SettingsTab }) => <SettingsTab />}</LazyView>
    </Page>
  ),
});
