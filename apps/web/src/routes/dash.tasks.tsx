import { createFileRoute } from '@tanstack/react-router';
import { TaskDashboard } from '../features/task/task-dashboard.tsx';
import { namedTab, TASK_TABS, type TaskTab } from '../features/task/task-tabs.ts';
import { createPart } from '../lib/part.ts';
import { Late } from '../ui/late.tsx';

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
        <Late part={settings}>
          {({ Settings, Transfer }) => (
            <>
              <Settings />
              <Transfer />
            </>
          )}
        </Late>
      }
      nearSettings={settings.near}
    />
  );
}

const settings = createPart(async () => {
  const [member, transfer] = await Promise.all([
    import('../features/member/settings.tsx'),
    import('../features/transfer/transfer.tsx'),
  ]);
  return member && transfer && { Settings: member.Settings, Transfer: transfer.Transfer };
});
