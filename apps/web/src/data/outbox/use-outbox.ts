import { type Mark, onList } from '@onus/contract/fold/operation';
import { LANDED_KEPT_FOR } from '@onus/contract/operation/retention';
import { shallow, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { requestTimeOf } from '../reads/request-times.ts';
import { forgetEnd } from '../storage/left.ts';
import { keepLanded } from './landed/landed.ts';
import { isShown, type OfflinePath, type Queued } from './operation.ts';
import { pump, startPump } from './pump.ts';
import { refetch } from './settle.ts';
import { follow, load, marks, outbox, rendered, renderedBeside, unreadable } from './state.ts';
import { removeContained } from './watch-requests.ts';

/**
 * The operations of a router, or of one procedure, to fold into the data of a query. Others render nothing.
 * @param data of several queries; the newest counts.
 */
export function useQueued(name: Router | OfflinePath, ...data: (object | undefined)[]): readonly Queued[] {
  const requestedAt = Math.max(...data.map(requestTimeOf));
  return useSelector(rendered, all => onList(called(name, all), requestedAt), SAME);
}

/** The operations of a router, for what is beside its lists. */
export function useOperations(router: Router): readonly Queued[] {
  return useSelector(renderedBeside, all => called(router, all), SAME);
}

function called(name: Router | OfflinePath, all: readonly Queued[]): readonly Queued[] {
  return all.filter(({ path }) => `${path}.`.startsWith(`${name}.`));
}

/** The same, now and once. */
export function queuedFor(data: object): readonly Queued[] {
  return onList(outbox.get(), requestTimeOf(data));
}

/** The mark of a row that waits or was refused. */
export function useMark(id: string): Mark | undefined {
  return useSelector(marks, all => all.get(id));
}

/** The changes that the bar and the tray show, oldest first. */
export function useOpenChanges() {
  const changes = useSelector(rendered, all => all.filter(isShown), SAME);
  return {
    waiting: changes.filter(({ refusal }) => refusal === undefined),
    refused: changes.filter(({ refusal }) => refusal !== undefined),
    unreadable: useSelector(unreadable),
  };
}

/** Loads and sends the outbox of a person while they are signed in. */
export function useOutbox(user: string): void {
  useEffect(() => {
    if (!user) return;
    // Their session goes on: what waits is theirs again.
    forgetEnd(user);
    const stops = [follow(user, refetch), startPump(), keepLanded(user)];
    void load(user, Date.now() - LANDED_KEPT_FOR)
      // The stored lists may be older than some of them: the page was closed before a newer list had come.
      .then(removeContained)
      .then(pump, () => {});
    return () => {
      for (const stop of stops) stop();
      outbox.set([]);
      unreadable.set([]);
    };
  }, [user]);
}

const SAME = { compare: shallow };

export type Router = OfflinePath extends `${infer Name}.${string}` ? Name : never;
