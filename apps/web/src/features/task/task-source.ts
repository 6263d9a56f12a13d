import type { AppRouter } from '@onus/api/root';
import type { TaskListed } from '@onus/contract/fold/task';
import type { inferProcedureInput } from '@trpc/server';
import { useMemo } from 'react';
import { IF_MISSING, queries } from '../../data/queries.ts';
import { NOT_SHOWN, POLLED } from '../../data/query-client.ts';
import { trpc } from '../../data/trpc.ts';
import type { Task } from './task.ts';

/** The source of a list: the own tasks, the managed area, or one member. */
export type TaskSource = 'mine' | 'managed' | { memberId: string };

type ListInput = Omit<inferProcedureInput<AppRouter['task']['list']>, 'cursor' | 'limit'>;

/** Which list of which source, in which order, and which of its tasks. */
export type TaskFilter = Omit<ListInput, 'order'> & { order: 'asc' | 'desc' };

type View = 'today' | 'overdue' | 'upcoming' | 'complete';

/** The tabs in order, each with its sort order and empty text. */
export type TaskLists = readonly { id: View; order: 'asc' | 'desc'; empty: string }[];

/** Rows per page. */
export const limit = 250;

/** The procedures of a source, which all answer alike, and whose tasks they are asked for. */
export function proceduresOf(source: TaskSource): typeof MINE & { of?: { userId: string } } {
  if (typeof source !== 'object') return source === 'managed' ? MANAGED : MINE;
  return { ...THEIRS, of: { userId: source.memberId } };
}

const MINE = { list: trpc.task.list, counts: trpc.task.counts };
// Their types differ in the names of the procedures.
const MANAGED = { list: trpc.manager.tasks, counts: trpc.manager.counts } as unknown as typeof MINE;
const THEIRS = { list: trpc.member.tasks, counts: trpc.member.counts } as unknown as typeof MINE;

/** One list, page by page. */
export function useTaskPages(source: TaskSource, filter: TaskFilter, isWanted = true) {
  const { list, of } = proceduresOf(source);
  return list.useInfiniteQuery(
    { ...filter, ...of, limit },
    {
      ...POLLED,
      ...(!isWanted && NOT_SHOWN),
      enabled: isWanted,
      getNextPageParam: page => page.nextCursor,
    },
  );
}

/** The overdue tasks of a source, as the server has sent them. */
export interface Overdue {
  tasks: readonly Task[];
  list: ReturnType<typeof useTaskPages>;
  listed: TaskListed;
}

/**
 * The overdue tasks of a source.
 * @param order of their list.
 * @param isWanted whether the page shows something of them.
 */
export function useOverdue(
  reader: Pick<TaskListed, 'source' | 'me' | 'today'>,
  order: 'asc' | 'desc',
  isWanted: boolean,
): Overdue {
  const filter = { view: 'overdue', order } as const;
  const list = useTaskPages(reader.source, filter, isWanted);
  const tasks = useMemo(() => (isWanted ? tasksOf(list.data) : NONE), [isWanted, list.data]);
  return { tasks, list, listed: { ...reader, ...filter } };
}

export function tasksOf(data: { pages: readonly { items: readonly Task[] }[] } | undefined): readonly Task[] {
  return data?.pages.flatMap(page => page.items) ?? NONE;
}

const NONE: readonly Task[] = [];

/** Starts the queries of a page of tasks that opens at a tab, if they are not cached. The last tab holds no list. */
export function prefetchTaskPage(source: 'mine' | 'managed', lists: TaskLists, tab: string): void {
  const { task, manager } = queries;
  const { list, counts } = source === 'mine' ? task : { list: manager.tasks, counts: manager.counts };
  void counts.prefetch(undefined, IF_MISSING);
  const opened = lists.find(({ id }) => id === tab);
  if (opened) void list.prefetchInfinite({ view: opened.id, order: opened.order, limit }, IF_MISSING);
}
