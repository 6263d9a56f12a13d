import { type ReactNode, useState } from 'react';
import { longDate, plainDate } from '../../lib/dates.ts';
import { messageOf } from '../../lib/message.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Task } from './task.ts';
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
  const [editing, setEditing] = useState<Editing | null>(null);
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
  const shown = withEdited(tasks, editing);
  if (shown.length === 0) {
    return <Empty text={empty} drawing={drawing} action={onAdd && { label: 'Add Task', onClick: onAdd }} />;
  }
  return (
    <div className="-mx-4 max-h-list overflow-y-auto">
      <ul>
        {shown.map((task, index) => (
          <li key={task.id} className={ITEM}>
            {task.id === editing?.task.id ? (
              <TaskEdit
                task={editing.task}
                mayAssign={!isOwn && task.may.assign}
                onClose={() => setEditing(null)}
              />
            ) : (
              <TaskRow
                task={task}
                dateOf={isOwn ? plainDate : longDate}
                onEdit={() => setEditing({ task, index })}
              />
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

/** The task in edit mode as it was when Edit was pressed, and where it stood. */
interface Editing {
  task: Task;
  index: number;
}

/** An open form stays, also when somebody deletes its task or moves it to another list. */
function withEdited(tasks: readonly Task[], editing: Editing | null): readonly Task[] {
  if (!editing || tasks.some(({ id }) => id === editing.task.id)) return tasks;
  return tasks.toSpliced(editing.index, 0, editing.task);
}

/** The line ends where the column does, the row's hover reaches beyond it. */
const ITEM =
  'relative after:absolute after:inset-x-4 after:bottom-0 after:h-px after:bg-line last:after:hidden';
