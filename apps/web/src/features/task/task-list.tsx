import type { ReactNode } from 'react';
import { longDate, plainDate } from '../../lib/dates.ts';
import { messageOf } from '../../lib/message.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { LongList } from '../../ui/long-list.tsx';
import type { Action } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Dots } from '../../ui/spinner.tsx';
import { type EditDraft, useEditDraft } from './edit-draft.ts';
import type { Task } from './task.ts';
import { TaskEdit } from './task-edit.tsx';
import { TaskRow } from './task-row.tsx';
import type { TaskFilter, TaskSource } from './task-source.ts';
import { type Tasks, useTasks } from './use-tasks.ts';

interface TaskListProps {
  source: TaskSource;
  filter: TaskFilter;
  empty: string;
  drawing?: ReactNode;
  /** What the empty list offers to do. */
  action?: Action | undefined;
}

/** One list of tasks, of any length; one task at a time is in edit mode. */
export function TaskList({ source, filter, empty, drawing, action }: TaskListProps) {
  const list = useTasks(source, filter);
  const isOwn = source === 'mine';
  const form = useEditDraft(`${JSON.stringify(source)} ${filter.view} ${filter.month ?? ''}`);
  const { tasks: known, error, hasNextPage, loadMore, refetch } = list;

  if (!known) {
    return error ? (
      <div className="py-6">
        <ErrorNote message={messageOf(error)} onRetry={() => refetch()} />
      </div>
    ) : (
      <SkeletonRows />
    );
  }
  const tasks = form.draft ? withEdited(known, form.draft, filter.order) : known;
  if (tasks.length === 0 && !hasNextPage) {
    return filter.find ? (
      <Empty text={`No task here has “${filter.find}” in it.`} />
    ) : (
      <Empty text={empty} drawing={drawing} action={action} />
    );
  }
  return (
    <LongList
      items={tasks}
      keys={['x', 'e']}
      kept={form.draft?.task.id}
      onNearEnd={hasNextPage && loadMore}
      end={<More list={list} />}
      render={task =>
        task.id === form.draft?.task.id ? (
          <TaskEdit draft={form.draft} onChange={form.change} onSave={form.save} onCancel={form.cancel} />
        ) : (
          <TaskRow
            task={task}
            dateOf={isOwn ? plainDate : longDate}
            onEdit={() => form.edit(task, !isOwn && task.may.assign)}
          />
        )
      }
    />
  );
}

function More({ list }: { list: Tasks }) {
  if (list.isFetchNextPageError) {
    return (
      <div className="px-4 py-4">
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

/** An open form stays where it is, whatever others do with its task. */
function withEdited(tasks: readonly Task[], { task }: EditDraft, order: 'asc' | 'desc'): readonly Task[] {
  if (tasks.some(one => one.id === task.id)) return tasks;
  const placeOf = (one: Task) => `${one.dueDate} ${one.id}`;
  const isBehind = (one: Task) =>
    order === 'asc' ? placeOf(one) > placeOf(task) : placeOf(one) < placeOf(task);
  const found = tasks.findIndex(isBehind);
  return tasks.toSpliced(found < 0 ? tasks.length : found, 0, task);
}
