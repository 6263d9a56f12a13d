import type { ReactNode } from 'react';
import { BackLink } from '../../ui/layout/back-link.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx';
import { AuditList } from './audit-list.tsx';
import { Installation } from './install/installation.tsx';
import { InvitationList } from './users/invitation-list.tsx';
import { UserList } from './users/user-list.tsx';

export type AdminTab = 'users' | 'invitations' | 'installation' | 'audit';

interface AdminPageProps {
  tab: AdminTab;
  onTab: (tab: AdminTab) => void;
}

/** Everyone's accounts and the installation, for Admins. */
export function AdminPage({ tab, onTab }: AdminPageProps) {
  return (
    <Page title="Admin">
      <Tabs label="Admin" tabs={TABS} value={tab} onChange={onTab}>
        <TabPanel id="users">
          <UserList />
        </TabPanel>
        <TabPanel id="invitations">
          <InvitationList />
        </TabPanel>
        <TabPanel id="installation">
          <Installation />
        </TabPanel>
        <TabPanel id="audit">
          <div className="pt-6">
            <AuditList heading="h2" />
          </div>
        </TabPanel>
      </Tabs>
    </Page>
  );
}

/** What a URL says. Read here, because the route is part of every first visit. */
export function adminSearch({ tab, user }: { tab?: unknown; user?: unknown }) {
  return {
    tab: TABS.find(({ id }) => id === tab)?.id ?? 'users',
    /** The id of the user whose page it is; undefined for none. */
    user: typeof user === 'string' ? user : undefined,
  } as const;
}

/** The page of one user inside the Admin page. */
export function UserPage({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Page title={name} back={<BackLink to="/dash/admin" />}>
      {children}
    </Page>
  );
}

const TABS = [
  { id: 'users', label: 'Users' },
  { id: 'invitations', label: 'Invitations' },
  { id: 'installation', label: 'Installation' },
  { id: 'audit', label: 'Audit log' },
] as const;
