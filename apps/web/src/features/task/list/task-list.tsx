import { insert } from '@onus/contract/fold/task-place';
import { type ComponentType, type ReactNode, useCallback } from 'react';
import { longDate, plainDate, todayHere } from '../../../lib/dates.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { LongList } from '../../../ui/list/long/long-list.tsx';
import type { Shown } from '../../../ui/list/long/use-shown.ts';
import { SkeletonRows } from '../../../ui/list/skeleton.tsx';
import { Empty } from '../../../ui/status/empty.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { LazyView } from '../../../ui/status/lazy-view.tsx';
import { Dots } from '../../../ui/status/spinner.tsx';
import { type EditDraft, useEditDraft } from '../edit/edit-draft.ts';
import { editForm } from '../edit/edit-form.ts';
import { useTaskTools } from '../select/use-task-tools.tsx';
import type { Task } from '../task.ts';
import type { TaskFilter, TaskSource } from '../task-source.ts';
import { DoneLine } from './done-line.tsx';
import { TaskRow } from './task-row.tsx';
import { type GroupRow, type Row, type TaskOrDone, useDoneTasks } from './use-done-tasks.ts';
import { type Tasks, useTasks } from './use-tasks.ts';

/** How a list is grouped, for the manager. */
export interface Groups {
  /** The rows with a line before each group. */
  rowsOf: (rows: readonly TaskOrDone[]) => readonly Row[];
  Line: ComponentType<{ group: GroupRow }>;
}

interface TaskListProps {
  source: TaskSource;
  filter: TaskFilter;
  /** The task that a link leads to. */
  shown?: Shown | undefined;
  /** Groups the rows once all pages are loaded. */
  groups?: Groups | undefined;
  empty: string;
  drawing?: ReactNode;
}

/** One list of tasks, of any length; one task at a time is in edit mode. */
export function TaskList({ source, filter, shown, groups, empty, drawing }: TaskListProps) {
  const list = useTasks(source, filter, shown?.id);
  const isOwn = source === 'mine';
  const { draft, edit } = useEditDraft(`${JSON.stringify(source)} ${filter.view} ${filter.month ?? ''}`);
  const onEdit = useCallback((task: Task) => edit(task, !isOwn && task.may.assign), [edit, isOwn]);
  const today = todayHere();
  const { tasks: all, error, hasNextPage, loadMore, refetch } = list;
  const tasks = all && draft ? withEdited(all, draft, filter.order) : all;
  const isGrouped = filter.view === 'today' && !filter.find;
  const known = useDoneTasks(tasks, { isGrouped, hasNextPage, edited: draft?.task });
  const rows = known && groups && !hasNextPage ? groups.rowsOf(known) : known;
  const { leadOf, ...tools } = useTaskTools(rows);
  const dateOf = isOwn ? plainDate : longDate;
  const Line = groups?.Line;
  // Until one of these changes, a row renders only if its task does.
  const render = useCallback(
    (row: Row) => {
      if ('people' in row) return Line && <Line group={row} />;
      if ('count' in row) return <DoneLine count={row.count} />;
      if (row.id === draft?.task.id) return <EditedTask draft={draft} />;
      return <TaskRow task={row} lead={leadOf?.(row)} dateOf={dateOf} today={today} onEdit={onEdit} />;
    },
    [Line, draft, dateOf, leadOf, today, onEdit],
  );

  if (!tasks || !rows) {
    return error ? (
      <div className="py-6">
        <ErrorNote message={messageOf(error)} onRetry={() => refetch()} />
      </div>
    ) : (
      <SkeletonRows />
    );
  }
  if (tasks.length === 0 && !hasNextPage) {
    return filter.find ? (
      <Empty text={`No tasks here contain “${filter.find}”.`} />
    ) : (
      <Empty text={empty} drawing={drawing} />
    );
  }
  return (
    <LongList
      items={rows}
      kept={draft?.task.id}
      shown={shown}
      onNearEnd={hasNextPage && loadMore}
      end={<More list={list} />}
      className={rows.some(row => 'people' in row) && 'by-person'}
      {...tools}
      render={render}
    />
  );
}

function EditedTask({ draft }: { draft: EditDraft }) {
  return <LazyView from={editForm}>{({ TaskEdit }) => <TaskEdit draft={draft} />}</LazyView>;
}

function More({ list }: { list: Tasks }) {
  if (list.isFetchNextPageError) {
    return (
      <div className="p-4">
        <ErrorNote message={messageOf(list.error)} onRetry={() => list.fetchNextPage()} />
      </div>
    );
  }
  return (
    list.hasNextPage && (
      <div className="flex h-14 items-center justify-center text-ink-soft">
        <Dots size={6} />
      </div>
    )
  );
}

/** An open form keeps its place in the list when other people change its task. */
function withEdited(tasks: readonly Task[], { task }: EditDraft, order: 'asc' | 'desc'): readonly Task[] {
  if (tasks.some(one => one.id === task.id)) return tasks;
  const all = [...tasks];
  insert(all, task, order);
  return all;
}
