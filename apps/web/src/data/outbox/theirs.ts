import type { AppRouter } from '@onus/api/root';
import { createAtom, useSelector } from '@tanstack/react-store';
import type { inferRouterOutputs } from '@trpc/server';
import { trpc } from '../trpc.ts';
import { useQueued } from './use-outbox.ts';

/** A value of another person that the user's edit has replaced. */
export type Theirs = inferRouterOutputs<AppRouter>['edits']['overwritten'][number];

/** The offers that the user has dismissed in this tab. */
const kept = createAtom<ReadonlySet<string>>(new Set<string>());

/** The replaced values of a row. Only the user's own edits add to them, so the response does not become stale. */
export function useTheirs(kind: Theirs['kind'], id: string): Theirs[] {
  const { data } = trpc.edits.overwritten.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const left = useSelector(kept);
  const queued = useQueued(data);
  return (data ?? []).filter(
    one =>
      one.kind === kind &&
      one.id === id &&
      !left.has(nameOf(one)) &&
      !queued.some(({ input }) => 'id' in input && input.id === id && one.field in input),
  );
}

export function keepMine(theirs: Theirs): void {
  kept.set(new Set([...kept.get(), nameOf(theirs)]));
}

function nameOf({ id, field, at }: Theirs): string {
  return `${id} ${field} ${at}`;
}
