import { createFileRoute } from '@tanstack/react-router';
import { type NamedBar, namedBar } from '../features/manager/month.ts';
import { MonthPanel } from '../features/manager/month-panel.tsx';
import { TaskOverview } from '../features/manager/task-overview.tsx';
import { MemberList } from '../features/member/member-list.tsx';
import { ManagerDashboard } from '../features/task/manager-dashboard.tsx';
import { MonthTasks } from '../features/task/month-tasks.tsx';
import { MANAGER_TABS, type ManagerTab, namedTab } from '../features/task/task-tabs.ts';

export const Route = createFileRoute('/dash/manager/')({
  validateSearch: (search): { tab?: ManagerTab | undefined } & NamedBar => ({
    ...namedTab(MANAGER_TABS, search.tab),
    ...namedBar(search.tab === 'members' ? search : {}),
  }),
  component: Manager,
});

function Manager() {
  const { tab = 'today', month, of } = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = month && of ? { month, of } : undefined;
  const close = () => void navigate({ search: { tab: 'members' }, resetScroll: false });
  return (
    <ManagerDashboard
      tab={tab}
      onTab={next => void navigate({ search: { tab: next } })}
      members={
        <>
          <TaskOverview />
          {open && (
            <MonthPanel {...open} onClose={close}>
              <MonthTasks {...open} />
            </MonthPanel>
          )}
          <MemberList />
        </>
      }
    />
  );
}
