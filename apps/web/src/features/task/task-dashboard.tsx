import { type ReactNode, useState } from 'react';
import { POLLED } from '../../query-client.ts';
import { useCurrentUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { ClearDay, FinishedList } from '../../ui/drawings.tsx';
import { AddButton, Page } from '../../ui/page.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { AddTaskDialog } from './add-task-dialog.tsx';
import { TaskList } from './task-list.tsx';
import type { TaskTab } from './task-tabs.ts';

/** The lists of spec section 2 with their orders and texts, and Upcoming beside them (decision 4.3). */
const LISTS = {
  today: {
    label: 'Today',
    order: 'asc',
    empty: 'You have no tasks scheduled for today.',
    drawing: <ClearDay />,
  },
  overdue: {
    label: 'Overdue',
    order: 'desc',
    empty: 'You have no incomplete tasks',
    drawing: <FinishedList />,
  },
  upcoming: { label: 'Upcoming', order: 'asc', empty: 'You have no upcoming tasks', drawing: <ClearDay /> },
  complete: {
    label: 'Complete',
    order: 'desc',
    empty: 'You have no complete tasks',
    drawing: <FinishedList />,
  },
} as const;
const VIEWS = ['today', 'overdue', 'upcoming', 'complete'] as const;

interface TaskDashboardProps {
  tab: TaskTab;
  onTab: (tab: TaskTab) => void;
  /** What the Settings tab holds; it is another noun's. */
  settings: ReactNode;
}

/** The dashboard of a single user. */
export function TaskDashboard({ tab, onTab, settings }: TaskDashboardProps) {
  const user = useCurrentUser();
  const username = trpc.auth.me.useQuery().data?.username ?? user.username;
  const counts = trpc.task.counts.useQuery(undefined, POLLED).data;
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);
  return (
    <Page title={username} action={<AddButton label="Add Task" onClick={add} />}>
      <Tabs
        label="Tasks"
        tabs={[
          ...VIEWS.map(id => ({
            id,
            label: LISTS[id].label,
            count: id === 'complete' ? undefined : counts?.[id],
          })),
          { id: 'settings', label: 'Settings' },
        ]}
        value={tab}
        onChange={onTab}
      >
        {VIEWS.map(id => (
          <TabPanel key={id} id={id}>
            <TaskList view={id} {...LISTS[id]} onAdd={id === 'complete' ? undefined : add} />
          </TabPanel>
        ))}
        <TabPanel id="settings">
          <div className="pt-6">{settings}</div>
        </TabPanel>
      </Tabs>
      <AddTaskDialog open={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}
