import { useCurrentUser } from '../data/session/session.ts';
import { InstallSection } from '../features/admin/install-section.tsx';
import { useLeave } from '../features/frame/outbox/use-leave.tsx';
import { Settings } from '../features/settings/settings.tsx';
import { Transfer } from '../features/transfer/transfer.tsx';
import { createLazyModule } from '../lib/lazy-module.ts';
import { Section } from '../ui/layout/section.tsx';
import { LazyView } from '../ui/status/lazy-view.tsx';
import { QuietSpinner } from '../ui/status/quiet-spinner.tsx';

/** The settings of the current user: a page of their own, and the Settings tab of the own dashboard. */
export function SettingsTab() {
  const { isAdmin } = useCurrentUser();
  const { question, ...leaving } = useLeave();
  return (
    <div className="flex max-w-form flex-col gap-10">
      <Settings
        leaving={leaving}
        secondFactor={
          <Section title="Second factor">
            <LazyView from={secondFactor} waiting={<QuietSpinner />}>
              {({ SecondFactor }) => <SecondFactor />}
            </LazyView>
          </Section>
        }
      />
      <Section title="Notifications">
        <LazyView from={notifications} waiting={<QuietSpinner />}>
          {({ Notifications }) => <Notifications />}
        </LazyView>
      </Section>
      <LazyView from={outside} waiting={<QuietSpinner />}>
        {({ OutsideAccess }) => <OutsideAccess />}
      </LazyView>
      <Transfer />
      {isAdmin && <InstallSection />}
      {question}
    </div>
  );
}

// A chunk of its own keeps the list of chunks short in what the task page loads first.
const outside = createLazyModule(() => import('../features/tokens/outside-access.tsx'));
const notifications = createLazyModule(() => import('../features/notifications/notifications.tsx'));
const secondFactor = createLazyModule(() => import('../features/second-factor/second-factor.tsx'));
