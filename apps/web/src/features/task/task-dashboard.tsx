import { noonOf } from '@onus/contract/dates/calendar';
import { type ReactNode, useEffect, useState } from 'react';
import { useCurrentUser } from '../../data/session/session.ts';
import { trpc } from '../../data/trpc.ts';
import { shortDate, todayHere, weekdayAndDate } from '../../lib/dates.ts';
import type { Near } from '../../lib/lazy-module.ts';
import type { Shown } from '../../ui/list/long/use-shown.ts';
import { useSharedLine } from './quick-add/quick-draft.ts';
import { TaskPage } from './task-page.tsx';
import type { TaskLists } from './task-source.ts';
import type { TaskTab } from './task-tabs.ts';

/** The lists of rule 12 with their orders and texts, and Upcoming beside them (rule 4.3). */
export const TASK_LISTS: TaskLists = [
  { id: 'today', order: 'asc', empty: 'You have no tasks scheduled for today.' },
  { id: 'overdue', order: 'desc', empty: 'You have no incomplete tasks' },
  { id: 'upcoming', order: 'asc', empty: 'You have no upcoming tasks' },
  { id: 'complete', order: 'desc', empty: 'You have no complete tasks' },
];

interface TaskDashboardProps {
  /** The line above the lists. */
  line: ReactNode;
  tab: TaskTab;
  onTab: (tab: TaskTab) => void;
  /** The content of the Settings tab, from another feature. */
  settings: ReactNode;
  nearSettings: Near;
  /** What another app has shared, for the quick line; empty for nothing. */
  shared: string;
  /** Above the tasks of today, from another feature. */
  aboveToday: ReactNode;
  /** Beside the tasks on a wide screen, from other features too. */
  aside: ReactNode;
  /** The task that a link leads to. */
  shown: Shown | undefined;
}

/** The dashboard of a single user. */
export function TaskDashboard({ settings, nearSettings, shared, ...page }: TaskDashboardProps) {
  const user = useCurrentUser();
  const username = trpc.auth.me.useQuery().data?.username ?? user.username;
  useSharedLine('mine', shared);
  return (
    <TaskPage
      title={username}
      name="Tasks"
      lead={useToday()}
      source="mine"
      lists={TASK_LISTS}
      slot={{ id: 'settings', label: 'Settings', content: settings, near: nearSettings }}
      {...page}
    />
  );
}

/** The date of today, which changes at midnight on a page that stays open. */
function useToday() {
  const [day, setDay] = useState(todayHere);
  useEffect(() => {
    const look = () => setDay(todayHere());
    const minute = setInterval(look, 60_000);
    // A device that has slept since.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(minute);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return { long: weekdayAndDate(day), short: shortDate(noonOf(day)) };
}
