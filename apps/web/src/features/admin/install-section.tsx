import { Link } from '@tanstack/react-router';
import { Section } from '../../ui/layout/section.tsx';
import { AuditList } from './audit-list.tsx';
import { InstallStatus } from './install-status.tsx';

/** The state of the installation, for Admins. */
export function InstallSection() {
  return (
    <Section title="This installation">
      <InstallStatus />
      <Link
        to="/dash/admin"
        className="flex min-h-touch items-center self-start font-medium text-brand-strong underline underline-offset-2"
      >
        Users, backups and email
      </Link>
      <AuditList />
    </Section>
  );
}
