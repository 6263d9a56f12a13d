import { createFileRoute } from '@tanstack/react-router';
import { SettingsForm } from '../features/member/settings-form.tsx';
import { TaskDashboard } from '../features/task/task-dashboard.tsx';
import { TASK_TABS, type TaskTab } from '../features/task/task-tabs.ts';

export const Route = createFileRoute('/dash/tasks')({
  validateSearch: (search): { tab?: TaskTab } => {
    const tab = TASK_TABS.find(known => known === search.tab);
    return tab && tab !== 'today' ? { tab } : {};
  },
  component: Tasks,
});

function Tasks() {
  const { tab = 'today' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TaskDashboard
      tab={tab}
      onTab={next => void navigate({ search: { tab: next } })}
      settings={<SettingsForm />}
    />
  );
}
