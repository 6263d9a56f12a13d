import { createFileRoute } from '@tanstack/react-router';
import { MemberGate } from '../features/member/member-gate.tsx';
import { MemberSettings } from '../features/member/member-settings.tsx';
import { MemberDashboard } from '../features/task/member-dashboard.tsx';
import { MEMBER_TABS, type MemberTab, namedTab } from '../features/task/task-tabs.ts';

export const Route = createFileRoute('/dash/manager/users/$userId')({
  validateSearch: (search): { tab?: MemberTab | undefined } => namedTab(MEMBER_TABS, search.tab),
  component: Member,
});

function Member() {
  const { userId } = Route.useParams();
  const { tab = 'today' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MemberGate key={userId} id={userId}>
      {member => (
        <MemberDashboard
          member={member}
          tab={tab}
          onTab={next => void navigate({ search: { tab: next } })}
          settings={<MemberSettings member={member} />}
        />
      )}
    </MemberGate>
  );
}
