import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { MANAGER_LISTS } from '../features/manager/manager-lists.ts';
import { openBarOf } from '../features/manager/month.ts';
import { MonthPanel } from '../features/manager/month-panel.tsx';
import { prefetchChart, TaskOverview } from '../features/manager/task-overview.tsx';
import { ByPerson, prefetchPeople } from '../features/member/list/by-person.tsx';
import { MemberList, prefetchMembers } from '../features/member/list/member-list.tsx';
import { byPerson } from '../features/task/list/person-groups.tsx';
import { TaskList } from '../features/task/list/task-list.tsx';
import { TaskPage } from '../features/task/task-page.tsx';
import { prefetchTaskPage } from '../features/task/task-source.ts';
import { LineAbove } from './-line/line-above.tsx';
import { optionalTab, optionalText } from './-search/search.ts';
import { useLinkedRow } from './-search/use-linked-row.ts';

const TABS = ['today', 'overdue', 'upcoming', 'complete', 'members'] as const;

/** Only the page checks the bar of `month` and `of`: the pages before it load no more than these names. */
const search = z.object({
  tab: optionalTab(TABS),
  task: optionalText,
  month: optionalText,
  of: optionalText,
  // Opens the dialog of this name: `member` adds a member, `invite` invites people.
  add: optionalText,
});

export const Route = createFileRoute('/dash/manager/')({
  validateSearch: search,
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ deps: { tab = 'today' } }) => {
    prefetchTaskPage('managed', MANAGER_LISTS, tab);
    if (tab === 'today') prefetchPeople();
    if (tab !== 'members') return;
    prefetchChart();
    prefetchMembers();
  },
  preload: false,
  component: Manager,
});

/** The tasks of a whole household. */
function Manager() {
  const { tab = 'today', task } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TaskPage
      title="Manager"
      width="wide"
      source="managed"
      line={<LineAbove place="managed" />}
      lists={MANAGER_LISTS}
      aboveToday={<ByPerson />}
      groups={byPerson}
      slot={{ id: 'members', label: 'Members', content: <Members /> }}
      tab={tab}
      shown={useLinkedRow(task)}
      onTab={next => void navigate({ search: { tab: next } })}
    />
  );
}

function Members() {
  const { add, ...rest } = Route.useSearch();
  const bar = openBarOf(rest);
  const navigate = Route.useNavigate();
  // Once: going back or loading the page again does not repeat it.
  useEffect(() => {
    if (!add) return;
    const search = { tab: 'members' } as const;
    // One after the other: in one turn, the history would make one entry of both.
    void navigate({ search, replace: true }).then(() => navigate({ search, state: { dialog: add } }));
  }, [add, navigate]);
  const close = () => void navigate({ search: { tab: 'members' }, resetScroll: false });
  return (
    <>
      <TaskOverview />
      {bar && (
        <MonthPanel {...bar} onClose={close}>
          <TaskList
            source="managed"
            filter={{ view: bar.of, order: 'desc', month: bar.month }}
            empty="There are no such tasks."
          />
        </MonthPanel>
      )}
      <MemberList />
    </>
  );
}
