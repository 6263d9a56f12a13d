import { useCurrentUser } from '../../session.ts';
import { Section } from '../../ui/section.tsx';
import { AuditList } from './audit-list.tsx';
import { InstallStatus } from './install-status.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import { SettingsForm } from './settings-form.tsx';

/** What one may change about one's own account (spec 2, decision 2.10). */
export function Settings() {
  const { isAdmin } = useCurrentUser();
  return (
    <div className="flex max-w-form flex-col gap-10">
      <SettingsForm />
      <Section title="Change password">
        <PasswordForm />
      </Section>
      <Section title="Where you are signed in">
        <SessionList />
      </Section>
      {isAdmin && (
        <Section title="This install">
          <InstallStatus />
          <AuditList />
        </Section>
      )}
    </div>
  );
}
