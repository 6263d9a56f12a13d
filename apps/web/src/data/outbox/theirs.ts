import type { AppRouter } from '@onus/api/root';
import { createAtom, useSelector } from '@tanstack/react-store';
import type { inferRouterOutputs } from '@trpc/server';
import { useEffect } from 'react';
import { createStoredAtom } from '../../lib/stored-atom.ts';
import { isSharedComputer } from '../storage/shared-computer.ts';
import { trpc } from '../trpc.ts';
import { outbox } from './state.ts';
import { queuedFor } from './use-outbox.ts';

/** A value of another person that the user's edit has replaced. */
export type Theirs = inferRouterOutputs<AppRouter>['edits']['overwritten'][number];

/** The offers that the user has dismissed in this browser. */
const kept = createStoredAtom<readonly string[]>('onus.kept-mine', [], () =>
  isSharedComputer() ? sessionStorage : localStorage,
);

/** What the server has of them. Rows read it from here, because a query in each row would slow down a list. */
const overwritten = createAtom<readonly Theirs[]>([]);

/** Keeps the replaced values. Only the user's own edits add to them, so the response does not become stale. */
export function useOverwritten(): void {
  const { data } = trpc.edits.overwritten.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  useEffect(() => {
    overwritten.set(data ?? NONE);
    return () => overwritten.set(NONE);
  }, [data]);
}

/** The replaced values of a row, unless it has the same value now. */
export function useTheirs(kind: Theirs['kind'], row: { id: string }): readonly Theirs[] {
  const { id } = row;
  const all = useSelector(overwritten);
  const left = useSelector(kept);
  return useSelector(
    outbox,
    () => {
      const mine = all.filter(
        one => one.kind === kind && one.id === id && !left.includes(nameOf(one)) && !has(row, one),
      );
      if (mine.length === 0) return NONE;
      const queued = queuedFor(all);
      return mine.filter(({ field }) => !queued.some(({ input }) => isOf(input, id) && field in input));
    },
    { compare: isSame },
  );
}

export function keepMine(theirs: Theirs): void {
  const known = overwritten.get().map(nameOf);
  kept.set([...kept.get().filter(name => known.includes(name)), nameOf(theirs)]);
}

function has(row: object, { field, value }: Theirs): boolean {
  return Reflect.get(row, field) === value;
}

function nameOf({ id, field, at }: Theirs): string {
  return `${id} ${field} ${at}`;
}

function isOf(input: object, id: string): boolean {
  return 'id' in input && input.id === id;
}

function isSame(some: readonly Theirs[], others: readonly Theirs[]): boolean {
  return some.length === others.length && some.every((one, place) => one === others[place]);
}

const NONE: readonly Theirs[] = [];
