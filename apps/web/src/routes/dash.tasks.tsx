import { createFileRoute } from '@tanstack/react-router';
import { Settings } from '../features/member/settings.tsx';
import { TaskDashboard } from '../features/task/task-dashboard.tsx';
import { namedTab, TASK_TABS, type TaskTab } from '../features/task/task-tabs.ts';
import { Transfer } from '../features/transfer/transfer.tsx';

export const Route = createFileRoute('/dash/tasks')({
  validateSearch: (search): { tab?: TaskTab | undefined } => namedTab(TASK_TABS, search.tab),
  component: Tasks,
});

function Tasks() {
  const { tab = 'today' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TaskDashboard
      tab={tab}
      onTab={next => void navigate({ search: { tab: next } })}
      settings={
        <>
          <Settings />
          <Transfer />
        </>
      }
    />
  );
}
