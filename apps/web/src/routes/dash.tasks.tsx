import { createFileRoute, redirect } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';
import { POLLED } from '../data/query-client.ts';
import { useCurrentUser } from '../data/session/session.ts';
import { trpc } from '../data/trpc.ts';
import { Onboarding } from '../features/onboarding/onboarding.tsx';
import { TASK_LISTS, TaskDashboard } from '../features/task/task-dashboard.tsx';
import { prefetchTaskPage } from '../features/task/task-source.ts';
import { ADD_TASK, TASK_TABS } from '../features/task/task-tabs.ts';
import { createLazyModule } from '../lib/lazy-module.ts';
import { useHistoryDialog } from '../ui/overlay/use-history-dialog.ts';
import { LazyDialog, LazyView } from '../ui/status/lazy-view.tsx';
import { useMedia } from '../ui/use-is-desktop.ts';
import { LineAbove } from './-line/line-above.tsx';
import { optionalTab, optionalWords } from './-search/search.ts';
import { useLinkedRow } from './-search/use-linked-row.ts';

export const Route = createFileRoute('/dash/tasks')({
  validateSearch: z.object({
    tab: optionalTab(TASK_TABS),
    task: optionalWords,
    // What manifest.webmanifest opens the page with: a shortcut, and a text that another app shares.
    add: z.catch(z.optional(z.enum(['task'])), undefined),
    title: optionalWords,
    text: optionalWords,
    url: optionalWords,
  }),
  // A link to a task opens the list that it is on. Whether a task is on a tab that the address names shows beside it.
  beforeLoad: async ({ search: { tab, task } }) => {
    if (!task) return { isOnNoList: false };
    const { placeOfTask, sayIfGone } = await places.fetch();
    if (tab) void sayIfGone(task);
    const place = tab ? 'here' : await placeOfTask(task);
    if (typeof place === 'object') throw redirect({ ...place, replace: true });
    return { isOnNoList: place === 'nowhere' };
  },
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ deps: { tab = 'today' } }) => prefetchTaskPage('mine', TASK_LISTS, tab),
  preload: false,
  component: Tasks,
});

function Tasks() {
  const { tab = 'today', task, add, ...shared } = Route.useSearch();
  const { isOnNoList } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  const words = wordsOf(shared);
  const isEntry = add !== undefined || words !== '';
  // Once: going back or loading the page again does not repeat it.
  const { open } = useHistoryDialog(ADD_TASK);
  const enter = useEffectEvent(async () => {
    await navigate({ search: {}, replace: true });
    if (add) open();
  });
  useEffect(() => {
    if (isEntry) void enter();
  }, [isEntry]);
  const close = () => void navigate({ search: ({ task: _closed, ...rest }) => rest, replace: true });
  return (
    <>
      <TaskDashboard
        tab={tab}
        line={<LineAbove place="mine" />}
        aboveToday={<Onboarding />}
        aside={tab !== 'settings' && <Aside />}
        shared={words}
        shown={useLinkedRow(task)}
        onTab={next => void navigate({ search: { tab: next } })}
        settings={<LazyView from={settings}>{({ SettingsTab }) => <SettingsTab />}</LazyView>}
        nearSettings={settings.near}
      />
      {task && isOnNoList && (
        <LazyDialog from={opened} open onClose={close}>
          {({ OpenedTask }) => <OpenedTask id={task} onClose={close} />}
        </LazyDialog>
      )}
    </>
  );
}

/** Only a wide screen has room for it, and only people with something to show there load it. */
function Aside() {
  const isWide = useMedia('(width >= 75rem)');
  const { isManager } = useCurrentUser();
  const upcoming = trpc.task.counts.useQuery(undefined, POLLED).data?.upcoming ?? 0;
  return (
    <LazyView from={aside} isWanted={isWide && (isManager || upcoming > 0)} waiting={null}>
      {({ TasksAside }) => <TasksAside />}
    </LazyView>
  );
}

/** One line. Browsers often share a page as its title and its address, and the address again as text. */
function wordsOf(shared: Partial<Record<'title' | 'text' | 'url', string | undefined>>): string {
  const { title, text, url } = shared;
  const parts = [title, text, url].map(part => part?.replace(/\s+/g, ' ').trim());
  return [...new Set(parts)].filter(Boolean).join(' ');
}

const aside = createLazyModule(() => import('./-tasks-aside.tsx'));
const places = createLazyModule(() => import('./-search/place-of-task.ts'));
const settings = createLazyModule(() => import('./-settings-tab.tsx'));
const opened = createLazyModule(() => import('../features/task/open/opened-task.tsx'));
