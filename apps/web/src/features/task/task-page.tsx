import { useSelector } from '@tanstack/react-store';
import { Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { createLazyModule, type Near } from '../../lib/lazy-module.ts';
import { ClearDay, FinishedList } from '../../ui/drawings.tsx';
import { IconButton } from '../../ui/form/button.tsx';
import { AddButton, Page } from '../../ui/layout/page.tsx';
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx';
import type { Shown } from '../../ui/list/long/use-shown.ts';
import { useHistoryDialog } from '../../ui/overlay/use-history-dialog.ts';
import { useTypedAhead } from '../../ui/overlay/use-typed-ahead.ts';
import { LazyDialog, LazyView } from '../../ui/status/lazy-view.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { type Groups, TaskList } from './list/task-list.tsx';
import type { TaskLists, TaskSource } from './task-source.ts';
import { ADD_TASK } from './task-tabs.ts';
import { useTaskCounts } from './use-task-counts.ts';

type View = TaskLists[number]['id'];

interface TaskPageProps<Slot extends string>
  extends Pick<ComponentProps<typeof Page>, 'title' | 'name' | 'lead' | 'back' | 'width' | 'aside'> {
  source: TaskSource;
  /** The line above the lists, which uses several features. */
  line: ReactNode;
  lists: TaskLists;
  /** The last tab, from another feature. */
  slot: { id: Slot; label: string; content: ReactNode; near?: Near };
  tab: View | Slot;
  onTab: (tab: View | Slot) => void;
  /** Above the tasks of today, from another feature. */
  aboveToday?: ReactNode;
  /** The preselected people of the dialog. */
  assignTo?: readonly string[];
  /** The task that a link leads to. */
  shown?: Shown | undefined;
  /** Groups the rows of each list. */
  groups?: Groups;
}

/** The lists of one source as tabs, an add button and one more tab. */
export function TaskPage<Slot extends string>({ source, line, lists, slot, ...props }: TaskPageProps<Slot>) {
  const { tab, onTab, assignTo, aboveToday, shown, groups, ...page } = props;
  const overdueOrder = lists.find(({ id }) => id === 'overdue')?.order ?? 'asc';
  const { counts, overdue } = useTaskCounts(source, overdueOrder, tab === 'today' || tab === 'overdue');
  const adding = useAdding();
  const { finding, find, setFind, openFind, closeFind } = useFind();
  const hasList = tab !== slot.id;
  useShortcuts({ n: adding.open, ...(hasList && { '/': openFind }) });
  const countOf = (id: View) => (id === 'complete' ? undefined : (counts?.[id] ?? null));
  return (
    <Page {...page} action={<AddButton {...ADD} onClick={adding.open} />}>
      <Tabs
        label="Tasks"
        tabs={[...lists.map(({ id }) => ({ id, label: LABELS[id], count: countOf(id) })), slot]}
        value={tab}
        onChange={next => {
          closeFind();
          onTab(next);
        }}
        aside={
          hasList && (
            <IconButton label="Find in the list" icon={<Search />} onClick={openFind} {...findField.near} />
          )
        }
      >
        {finding && (
          <LazyView from={findField} waiting={<div className="h-16" />}>
            {({ FindField }) => <FindField onFind={setFind} onClose={closeFind} />}
          </LazyView>
        )}
        {!finding && hasList && tab !== 'complete' && line}
        {lists.map(({ id, order, empty }) => (
          <TabPanel key={id} id={id}>
            {(id === 'overdue' || (id === 'today' && !finding)) && counts && counts.overdue > 0 && (
              <LazyView from={overdueLine} waiting={<div className="h-15" />}>
                {({ OverdueLine }) => (
                  <OverdueLine
                    count={counts.overdue}
                    overdue={overdue}
                    onShow={id === 'today' ? () => onTab('overdue') : undefined}
                  />
                )}
              </LazyView>
            )}
            {id === 'today' && !finding && aboveToday}
            <TaskList
              source={source}
              filter={{ view: id, order, find: find || undefined }}
              shown={shown}
              groups={groups}
              empty={empty}
              drawing={DRAWINGS[id]}
            />
          </TabPanel>
        ))}
        <TabPanel id={slot.id}>
          <div className="pt-6">{slot.content}</div>
        </TabPanel>
      </Tabs>
      <LazyDialog from={dialog} open={adding.isOpen} onClose={adding.close}>
        {({ AddTaskDialog }) => (
          <AddTaskDialog open={adding.isOpen} onClose={adding.close} assignTo={assignTo} />
        )}
      </LazyDialog>
    </Page>
  );
}

/** The state of the Add Task dialog. */
function useAdding() {
  const adding = useHistoryDialog(ADD_TASK);
  const isLoaded = useSelector(dialog.loaded) !== null;
  useTypedAhead(adding.isOpen && !isLoaded);
  return adding;
}

/** The state of the search field. */
function useFind() {
  const [finding, setFinding] = useState(false);
  const [find, setFind] = useState('');
  const isLoaded = useSelector(findField.loaded) !== null;
  useTypedAhead(finding && !isLoaded);

  function closeFind(): void {
    setFinding(false);
    setFind('');
  }

  return { finding, find, setFind, openFind: () => setFinding(true), closeFind };
}

const dialog = createLazyModule(() => import('./edit/add-task-dialog.tsx'));
const findField = createLazyModule(() => import('./find-field.tsx'));
const overdueLine = createLazyModule(() => import('./move/overdue-line.tsx'));

const ADD = { label: 'Add Task', near: dialog.near };
const LABELS = { today: 'Today', overdue: 'Overdue', upcoming: 'Upcoming', complete: 'Complete' };
const DRAWINGS = {
  today: <ClearDay />,
  overdue: <FinishedList />,
  upcoming: <ClearDay />,
  complete: <FinishedList />,
};
