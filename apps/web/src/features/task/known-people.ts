import { getQueryKey } from '@trpc/react-query';
import { queryClient } from '../../data/query-client.ts';
import { trpc } from '../../data/trpc.ts';
import type { Task } from './task.ts';

type Person = Task['assignees'][number];

const LISTED = getQueryKey(trpc.member.assignable);

/** The people with these ids whose names this browser has: a form that offers people has loaded them. */
export function knownPeople(ids: readonly string[]): Person[] {
  const lists = queryClient.getQueriesData<{ items: readonly Person[] }>({ queryKey: LISTED });
  const known = lists.flatMap(([, data]) => data?.items ?? []);
  return ids
    .flatMap(id => known.find(one => one.id === id) ?? [])
    .map(({ id, username }) => ({ id, username }));
}
