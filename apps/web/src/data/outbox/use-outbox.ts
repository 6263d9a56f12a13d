import { type Mark, onList } from '@onus/contract/fold/operation';
import { LANDED_KEPT_FOR } from '@onus/contract/operation/retention';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useMemo } from 'react';
import { requestTimeOf } from '../reads/request-times.ts';
import { keepLanded } from './landed/landed.ts';
import type { Queued } from './operation.ts';
import { pump, startPump } from './pump.ts';
import { refetch } from './settle.ts';
import { follow, load, marks, outbox, unreadable } from './state.ts';
import { sweepOutbox } from './sweep.ts';
import { removeContained } from './watch-requests.ts';

/** The operations to fold into the data of a query. @param data of several queries; the newest counts. */
export function useQueued(...data: (object | undefined)[]): readonly Queued[] {
  const all = useSelector(outbox);
  const requestedAt = Math.max(...data.map(requestTimeOf));
  return useMemo(() => (all.length === 0 ? NONE : onList(all, requestedAt)), [all, requestedAt]);
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
  const all = useSelector(outbox);
  // Marking a thread as read is not counted.
  const changes = all.filter(({ open, seq, path }) => open && seq !== undefined && path !== 'chat.markRead');
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
    const stops = [follow(user, refetch), startPump(), keepLanded(user)];
    void sweepOutbox(user)
      .catch(() => {})
      .then(() => load(user, Date.now() - LANDED_KEPT_FOR))
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

const NONE: readonly Queued[] = [];
