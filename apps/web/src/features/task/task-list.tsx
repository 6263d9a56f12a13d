import { type ReactNode, useState } from 'react';
import { longDate, plainDate } from '../../lib/dates.ts';
import { messageOf } from '../../lib/message.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TaskEdit } from './task-edit.tsx';
import { TaskRow } from './task-row.tsx';
import { type TaskSource, useTaskPages } from './task-source.ts';

interface TaskListProps {
  source: TaskSource;
  view: 'today' | 'overdue' | 'upcoming' | 'complete';
  order: 'asc' | 'desc';
  empty: string;
  drawing: ReactNode;
  /** What the empty list offers to do. */
  onAdd: (() => void) | undefined;
}

/** One tab of tasks, page by page; one task at a time is in edit mode. */
export function TaskList({ source, view, order, empty, drawing, onAdd }: TaskListProps) {
  const [editing, setEditing] = useState<string | null>(null);
  const list = useTaskPages(source, { view, order });
  const isOwn = source === 'mine';
  const tasks = list.data?.pages.flatMap(page => page.items);

  if (!tasks) {
    return list.error ? (
      <div className="py-6">
        <ErrorNote message={messageOf(list.error)} onRetry={() => void list.refetch()} />
      </div>
    ) : (
      <SkeletonRows />
    );
  }
  if (tasks.length === 0) {
    return <Empty text={empty} drawing={drawing} action={onAdd && { label: 'Add Task', onClick: onAdd }} />;
  }
  return (
    <div className="-mx-4 max-h-list overflow-y-auto">
      <ul>
        {tasks.map(task => (
          <li key={task.id} className={ITEM}>
            {task.id === editing ? (
              <TaskEdit task={task} mayAssign={!isOwn && task.may.assign} onClose={() => setEditing(null)} />
            ) : (
              <TaskRow task={task} dateOf={isOwn ? plainDate : longDate} onEdit={() => setEditing(task.id)} />
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="flex justify-center py-4">
          <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

/** The line ends where the column does, the row's hover reaches beyond it. */
const ITEM =
  'relative after:absolute after:inset-x-4 after:bottom-0 after:h-px after:bg-line last:after:hidden';
