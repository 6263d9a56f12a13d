import { BATCH_CALLS } from '@onus/contract/limits/batch';
import { useMemo } from 'react';
import { useCurrentUser } from '../../../data/session/session.ts';
import { trpc } from '../../../data/trpc.ts';

interface Person {
  id: string;
  username: string;
}

/** The people that an @ may name: the first page, and the search results for the typed names. */
export function useQuickPeople(text: string): readonly Person[] {
  const enabled = useMayAssign();
  const first = trpc.member.assignable.useQuery(FIRST, { enabled }).data;
  const searches = first?.nextCursor == null ? [] : searchesIn(text);
  const found = trpc.useQueries(t => searches.map(search => t.member.assignable({ ...FIRST, search })));
  const people = distinct([first, ...found.map(({ data }) => data)]);
  const ids = people.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same people stay the same list, which is read at every key.
  return useMemo(() => people, [ids]);
}

/** The same for a submitted line, after its searches have finished. At once if it names no one. */
export function useFindPeople(): (text: string) => readonly Person[] | Promise<readonly Person[]> {
  const { member } = trpc.useUtils();
  const mayAssign = useMayAssign();

  /** Without a response, what this browser knows counts: each change of a task makes it stale, and few change a name. */
  function read(input: typeof FIRST & { search?: string }) {
    const known = member.assignable.getData(input);
    const how = { staleTime: Number.POSITIVE_INFINITY, ...(known && { retry: false }) };
    return member.assignable.fetch(input, how).catch(error => known ?? Promise.reject(error));
  }

  async function find(text: string): Promise<readonly Person[]> {
    const first = await read(FIRST);
    const searches = first.nextCursor === null ? [] : searchesIn(text);
    const found = searches.map(search => read({ ...FIRST, search }));
    return distinct([first, ...(await Promise.all(found))]);
  }

  return text => (mayAssign && text.includes('@') ? find(text) : []);
}

function useMayAssign(): boolean {
  const { isManager, isAdmin } = useCurrentUser();
  return isManager || isAdmin;
}

/** The words after each @ without trailing punctuation, at most one batch. */
function searchesIn(text: string): string[] {
  const words = [...text.matchAll(/(?<!\S)@(\p{L}(?:\S*[\p{L}\p{N}\p{M}])?)/gu)].map(([, word = '']) => word);
  return [...new Set(words)].slice(0, BATCH_CALLS);
}

/** Removes duplicates, because a person in two responses would look like two people of one name. */
function distinct(pages: readonly ({ items: readonly Person[] } | undefined)[]): readonly Person[] {
  const people = pages.flatMap(page => page?.items ?? []);
  return [...new Map(people.map(person => [person.id, person])).values()];
}

const FIRST = { limit: 100 };
