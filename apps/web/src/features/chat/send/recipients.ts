import type { Started } from '@onus/contract/fold/operation';
import { keepPreviousData } from '@tanstack/react-query';
import { IF_MISSING, queries } from '../../../data/queries.ts';
import { NOT_SHOWN } from '../../../data/query-client.ts';
import { trpc } from '../../../data/trpc.ts';
import { useRested } from '../../../ui/use-rested.ts';
import { useThreads } from '../threads/use-threads.ts';

/** Loads the people that can be written to without a network. */
export function prefetchRecipients(): void {
  void queries.chat.people.prefetch(FIRST, IF_MISSING);
}

/** A person to write to. */
export type Recipient = Started['with'];

/** The most that are offered at once. */
const OFFERED = 8;

/** The people that an @ may name: those of the threads, the first page of all, and the search results for a typed name. */
export function useRecipients(text: string, isWanted: boolean) {
  const typed = /(?<!\S)@(\p{L}\S*)/u.exec(text)?.[1] ?? '';
  const search = useRested(typed);
  const { data: first, failureReason } = trpc.chat.people.useQuery(FIRST, {
    enabled: isWanted,
    ...(!isWanted && NOT_SHOWN),
  });
  const more = trpc.chat.people.useQuery(
    { ...FIRST, search },
    { enabled: isWanted && search !== '' && first?.nextCursor != null, placeholderData: keepPreviousData },
  ).data;
  const threads = useThreads(isWanted).items?.filter(({ may }) => may.send);
  const all = [
    ...(threads ?? []).map(thread => thread.with),
    ...(first?.items ?? []),
    ...(more?.items ?? []),
  ];
  const found = [...new Map(all.map(person => [person.id, person])).values()];
  const start = typed.toLowerCase();
  return {
    found: isWanted ? found : NONE,
    isKnown: first !== undefined,
    /** Why they are not known; null while they load. */
    failure: failureReason,
    /** Those whose name begins as typed. */
    offered: isWanted
      ? found.filter(({ username }) => username.toLowerCase().startsWith(start)).slice(0, OFFERED)
      : NONE,
  };
}

/** The people without a search. */
export const FIRST = { limit: 100 };
const NONE: readonly Recipient[] = [];
