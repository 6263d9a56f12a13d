import { createFileRoute } from '@tanstack/react-router';
import { TaskOverview } from '../features/manager/task-overview.tsx';
import { MemberList } from '../features/member/member-list.tsx';
import { ManagerDashboard } from '../features/task/manager-dashboard.tsx';
import { MANAGER_TABS, type ManagerTab, namedTab } from '../features/task/task-tabs.ts';

export const Route = createFileRoute('/dash/manager/')({
  validateSearch: (search): { tab?: ManagerTab } => namedTab(MANAGER_TABS, search.tab),
  component: Manager,
});

function Manager() {
  const { tab = 'today' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ManagerDashboard
      tab={tab}
      onTab={next => void navigate({ search: { tab: next } })}
      members={
        <>
          <TaskOverview />
          <MemberList />
        </>
      }
    />
  );
}
