import type { AppRouter } from '@onus/api/root';
import type { inferProcedureInput } from '@trpc/server';
import { useMemo } from 'react';
import { usePending } from '../../pending.ts';
import { trpc } from '../../trpc.ts';
import type { Task } from './task.ts';
import { type TaskFilter, type TaskSource, useTaskPages } from './task-source.ts';

type Change = inferProcedureInput<AppRouter['task']['update']>;

/** A list as far as it was scrolled to, with what this browser has asked for and not yet heard back about. */
export function useTasks(source: TaskSource, filter: TaskFilter) {
  const list = useTaskPages(source, filter);
  const changes = usePending<Change>(trpc.task.update);
  const removals = usePending<{ id: string }>(trpc.task.delete);
  const pages = list.data?.pages;
  const tasks = useMemo(() => {
    const known = pages?.flatMap(page => page.items);
    return known && withChanges(without(known, removals), changes);
  }, [pages, changes, removals]);

  /** Never in place of a fetch that is under way: that one may bring what is new. */
  function loadMore(): void {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) {
      void list.fetchNextPage({ cancelRefetch: false });
    }
  }

  return { ...list, tasks, loadMore };
}

export type Tasks = ReturnType<typeof useTasks>;

function without(tasks: readonly Task[], removals: readonly { id: string }[]): readonly Task[] {
  if (removals.length === 0) return tasks;
  return tasks.filter(task => !removals.some(({ id }) => id === task.id));
}

/** The task stays on its list until the server has said that it belongs on another. */
function withChanges(tasks: readonly Task[], changes: readonly Change[]): readonly Task[] {
  if (changes.length === 0) return tasks;
  return tasks.map(task => {
    const mine = changes.filter(({ id }) => id === task.id);
    return mine.reduce(withChange, task);
  });
}

function withChange(task: Task, { title, text, dueDate, completed, assignees }: Change): Task {
  return {
    ...task,
    title: title ?? task.title,
    text: text ?? task.text,
    dueDate: dueDate || task.dueDate,
    completed: completed ?? task.completed,
    // Only who is taken off shows at once: the name of a new person is the server's to say.
    assignees: assignees ? task.assignees.filter(({ id }) => assignees.includes(id)) : task.assignees,
  };
}
