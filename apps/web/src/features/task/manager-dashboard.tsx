import type { ReactNode } from 'react';
import { type TaskLists, TaskPage } from './task-page.tsx';
import type { ManagerTab } from './task-tabs.ts';

/** The lists of spec section 2, newest date first; Upcoming as everywhere (decision 4.3). */
const LISTS: TaskLists = [
  { id: 'today', order: 'desc', empty: 'You have no tasks scheduled for today.' },
  { id: 'overdue', order: 'desc', empty: 'You have no overdue tasks' },
  { id: 'upcoming', order: 'desc', empty: 'You have no upcoming tasks' },
  { id: 'complete', order: 'desc', empty: 'You have no overdue tasks' },
];

interface ManagerDashboardProps {
  tab: ManagerTab;
  onTab: (tab: ManagerTab) => void;
  /** What the Members tab holds; it is another noun's. */
  members: ReactNode;
}

/** The tasks of a whole household. */
export function ManagerDashboard({ tab, onTab, members }: ManagerDashboardProps) {
  return (
    <TaskPage
      title="Manager"
      width="wide"
      source="managed"
      lists={LISTS}
      slot={{ id: 'members', label: 'Members', content: members }}
      tab={tab}
      onTab={onTab}
    />
  );
}
