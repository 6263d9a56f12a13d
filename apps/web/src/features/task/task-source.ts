import type { AppRouter } from '@onus/api/root';
import type { inferProcedureInput } from '@trpc/server';
import { POLLED } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';

/** Whose tasks a list holds: one's own, those of the area one manages, or one member's. */
export type TaskSource = 'mine' | 'managed' | { memberId: string };

type ListInput = Omit<inferProcedureInput<AppRouter['task']['list']>, 'cursor' | 'limit'>;

/** Which list of which source, in which order, and which of its tasks. */
export type TaskFilter = Omit<ListInput, 'order'> & { order: 'asc' | 'desc' };

/** Rows a page: a screen and a few more, so that ten thousand are forty pages. */
const limit = 250;

/** One list, page by page. The sources that are not asked for stay silent. */
export function useTaskPages(source: TaskSource, filter: TaskFilter) {
  const input = { ...filter, limit };
  const memberId = typeof source === 'object' ? source.memberId : '';
  const mine = trpc.task.list.useInfiniteQuery(input, paged(source === 'mine'));
  const managed = trpc.manager.tasks.useInfiniteQuery(input, paged(source === 'managed'));
  const theirs = trpc.member.tasks.useInfiniteQuery({ ...input, userId: memberId }, paged(memberId !== ''));
  if (memberId) return theirs;
  return source === 'managed' ? managed : mine;
}

/** What is still to do, for the tabs. */
export function useTaskCounts(source: TaskSource) {
  const memberId = typeof source === 'object' ? source.memberId : '';
  const mine = trpc.task.counts.useQuery(undefined, { ...POLLED, enabled: source === 'mine' });
  const managed = trpc.manager.counts.useQuery(undefined, { ...POLLED, enabled: source === 'managed' });
  const theirs = trpc.member.counts.useQuery({ userId: memberId }, { ...POLLED, enabled: memberId !== '' });
  if (memberId) return theirs.data;
  return source === 'managed' ? managed.data : mine.data;
}

function paged(enabled: boolean) {
  return { ...POLLED, enabled, getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor };
}
