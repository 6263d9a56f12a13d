import { LIMITS } from '@onus/contract/limits/lengths';
import { keepPreviousData } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { connection } from '../../data/connection.ts';
import { trpc } from '../../data/trpc.ts';
import { useRested } from '../../ui/use-rested.ts';

/** The fewest letters that are searched for. */
const FEWEST = 2;
/** Of each kind. */
const limit = 10;

/**
 * What `search.find` finds for a text, once the typing rests. A request for an older text is cancelled, so its response
 * replaces nothing.
 */
export function useSearch(typed: string) {
  const text = typed.trim().slice(0, LIMITS.search);
  const rested = useRested(text);
  const isOffline = useSelector(connection) === 'offline';
  const isWanted = [...text].length >= FEWEST;
  const { data, error, refetch, isPlaceholderData } = trpc.search.find.useQuery(
    { text: rested, limit },
    {
      enabled: isWanted && [...rested].length >= FEWEST && !isOffline,
      placeholderData: keepPreviousData,
      retry: false,
      trpc: { abortOnUnmount: true },
    },
  );
  return {
    text,
    isWanted,
    isOffline,
    found: isWanted ? data : undefined,
    /** The results belong to the text as it is now. */
    isCurrent: rested === text && !isPlaceholderData,
    error: rested === text ? error : null,
    refetch,
  };
}

export type Search = ReturnType<typeof useSearch>;
export type Found = NonNullable<Search['found']>;
