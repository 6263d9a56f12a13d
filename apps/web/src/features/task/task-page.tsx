import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPart, type Near } from '../../lib/part.ts';
import { IconButton } from '../../ui/button.tsx';
import { ClearDay, FinishedList } from '../../ui/drawings.tsx';
import { LateDialog } from '../../ui/late.tsx';
import { AddButton, Page } from '../../ui/page.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { FindField } from './find-field.tsx';
import { MoveOverdue } from './move-overdue.tsx';
import { QuickAdd } from './quick-add.tsx';
import { TaskList } from './task-list.tsx';
import { type TaskSource, useTaskCounts } from './task-source.ts';

type View = 'today' | 'overdue' | 'upcoming' | 'complete';

/** The tabs in their order, with the order of each list and what it says when it is empty. */
export type TaskLists = readonly { id: View; order: 'asc' | 'desc'; empty: string }[];

interface TaskPageProps<Slot extends string> {
  title: string;
  back?: ReactNode;
  width?: 'narrow' | 'wide';
  source: TaskSource;
  lists: TaskLists;
  /** The last tab; what it holds is another noun's. */
  slot: { id: Slot; label: string; content: ReactNode; near?: Near };
  tab: View | Slot;
  onTab: (tab: View | Slot) => void;
  /** Who is chosen in the dialog before anybody is. */
  assignTo?: readonly string[];
}

/** The lists of one source as tabs, the button that adds a task, and one tab more. */
export function TaskPage<Slot extends string>({ source, lists, slot, ...props }: TaskPageProps<Slot>) {
  const { title, back, width = 'narrow', tab, onTab, assignTo } = props;
  const counts = useTaskCounts(source);
  const [adding, setAdding] = useState(false);
  const { finding, find, setFind, openFind, closeFind } = useFind();
  const add = () => setAdding(true);
  const hasList = tab !== slot.id;
  useShortcuts({ n: add, ...(hasList && { '/': openFind }) });
  const countOf = (id: View) => (id === 'complete' ? undefined : counts?.[id]);
  return (
    <Page title={title} back={back} width={width} action={<AddButton {...ADD} onClick={add} />}>
      <Tabs
        label="Tasks"
        tabs={[...lists.map(({ id }) => ({ id, label: LABELS[id], count: countOf(id) })), slot]}
        value={tab}
        onChange={next => {
          closeFind();
          onTab(next);
        }}
        aside={hasList && <IconButton label="Find in the list" icon={<Search />} onClick={openFind} />}
      >
        {finding && <FindField onFind={setFind} onClose={closeFind} />}
        {!finding && hasList && tab !== 'complete' && <QuickAdd source={source} assignTo={assignTo} />}
        {lists.map(({ id, order, empty }) => (
          <TabPanel key={id} id={id}>
            {id === 'overdue' && counts && counts.overdue > 0 && (
              <MoveOverdue source={source} count={counts.overdue} />
            )}
            <TaskList
              source={source}
              filter={{ view: id, order, find: find || undefined }}
              empty={empty}
              drawing={DRAWINGS[id]}
              action={id === 'complete' ? undefined : { ...ADD, onClick: add }}
            />
          </TabPanel>
        ))}
        <TabPanel id={slot.id}>
          <div className="pt-6">{slot.content}</div>
        </TabPanel>
      </Tabs>
      <LateDialog part={dialog} open={adding} onClose={() => setAdding(false)}>
        {({ AddTaskDialog }) => (
          <AddTaskDialog open={adding} onClose={() => setAdding(false)} assignTo={assignTo} />
        )}
      </LateDialog>
    </Page>
  );
}

/** Whether the line that finds is open, and what is to be found. */
function useFind() {
  const [finding, setFinding] = useState(false);
  const [find, setFind] = useState('');

  function closeFind(): void {
    setFinding(false);
    setFind('');
  }

  return { finding, find, setFind, openFind: () => setFinding(true), closeFind };
}

const dialog = createPart(() => import('./add-task-dialog.tsx'));

const ADD = { label: 'Add Task', near: dialog.near };
const LABELS = { today: 'Today', overdue: 'Overdue', upcoming: 'Upcoming', complete: 'Complete' };
const DRAWINGS = {
  today: <ClearDay />,
  overdue: <FinishedList />,
  upcoming: <ClearDay />,
  complete: <FinishedList />,
};
