import type { ReactNode } from 'react';
import type { Near } from '../../lib/part.ts';
import { useCurrentUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { type TaskLists, TaskPage } from './task-page.tsx';
import type { TaskTab } from './task-tabs.ts';

/** The lists of spec section 2 with their orders and texts, and Upcoming beside them (decision 4.3). */
const LISTS: TaskLists = [
  { id: 'today', order: 'asc', empty: 'You have no tasks scheduled for today.' },
  { id: 'overdue', order: 'desc', empty: 'You have no incomplete tasks' },
  { id: 'upcoming', order: 'asc', empty: 'You have no upcoming tasks' },
  { id: 'complete', order: 'desc', empty: 'You have no complete tasks' },
];

interface TaskDashboardProps {
  tab: TaskTab;
  onTab: (tab: TaskTab) => void;
  /** What the Settings tab holds; it is another noun's. */
  settings: ReactNode;
  nearSettings: Near;
}

/** The dashboard of a single user. */
export function TaskDashboard({ tab, onTab, settings, nearSettings }: TaskDashboardProps) {
  const user = useCurrentUser();
  const username = trpc.auth.me.useQuery().data?.username ?? user.username;
  return (
    <TaskPage
      title={username}
      source="mine"
      lists={LISTS}
      slot={{ id: 'settings', label: 'Settings', content: settings, near: nearSettings }}
      tab={tab}
      onTab={onTab}
    />
  );
}
