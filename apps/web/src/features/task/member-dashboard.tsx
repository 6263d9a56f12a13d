import type { ReactNode } from 'react';
import { BackLink } from '../../ui/layout/back-link.tsx';
import { TaskPage } from './task-page.tsx';
import type { TaskLists } from './task-source.ts';
import type { MemberTab } from './task-tabs.ts';

/** Rule 12: earliest date first, and one sentence for all of them; Upcoming is ours (rule 4.3). */
const EMPTY = 'You have no tasks scheduled for today.';
const LISTS: TaskLists = [
  { id: 'today', order: 'asc', empty: EMPTY },
  { id: 'complete', order: 'asc', empty: EMPTY },
  { id: 'overdue', order: 'asc', empty: EMPTY },
  { id: 'upcoming', order: 'asc', empty: 'You have no upcoming tasks' },
];

interface MemberDashboardProps {
  /** The line above the lists. */
  line: ReactNode;
  member: { id: string; username: string; active: boolean };
  tab: MemberTab;
  onTab: (tab: MemberTab) => void;
  /** The content of the Settings tab, from another feature. */
  settings: ReactNode;
}

/** One member's tasks, as their manager sees them. */
export function MemberDashboard({ line, member, tab, onTab, settings }: MemberDashboardProps) {
  return (
    <TaskPage
      title={member.username}
      back={<BackLink to="/dash/manager" search={{ tab: 'members' }} />}
      line={line}
      source={{ memberId: member.id }}
      lists={LISTS}
      slot={{ id: 'settings', label: 'Settings', content: settings }}
      tab={tab}
      onTab={onTab}
      // Inactive people cannot be assigned (rule 2.9).
      assignTo={member.active ? [member.id] : []}
    />
  );
}
