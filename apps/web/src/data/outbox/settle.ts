import type { Query } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { v7 as uuid } from 'uuid';
import { messageOf } from '../../lib/error-message.ts';
import { changedTopics } from '../changed-topics.ts';
import { epoch } from '../connection.ts';
import { whenVisible } from '../live/visibility.ts';
import { invalidateTopic, isNewestPage, isOldCounts, queryClient } from '../query-client.ts';
import { timeNow } from '../time-now.ts';
import { trpc } from '../trpc.ts';
import type { Queued } from './operation.ts';
import { openRows, putRows } from './rows.ts';
import type { Answer } from './send.ts';
import { forget, hide, outbox, show, tellOtherTabs } from './state.ts';

/** The callbacks of the page that made an operation. */
export interface Waiting {
  done?: ((result: unknown) => void) | undefined;
  /** @returns true if the callback shows the error itself. */
  refused?: ((error: Error, operation: Queued) => boolean) | undefined;
}

/** By operation id. They are lost with the page. */
export const waiting = new Map<string, Waiting>();

/** For refusals that no callback has shown. The newest one shows them: the open tray, else the page. */
const refusalListeners = new Set<(operation: Queued, message: string) => void>();

export function whenRefused(listener: (operation: Queued, message: string) => void): () => void {
  refusalListeners.add(listener);
  return () => void refusalListeners.delete(listener);
}

/**
 * Stores the verdicts. An operation without one stays in the queue. @param ended gets the operations that have one.
 * @throws if the verdicts cannot be stored.
 */
export async function settle(
  batch: readonly Queued[],
  answers: readonly Answer[],
  ended: Queued[],
): Promise<void> {
  const settled: Settled[] = [];
  for (const [place, operation] of batch.entries()) {
    const answer = answers[place];
    if (!answer || answer.verdict === 'none') continue;
    if (answer.verdict === 'done') settled.push(landed(operation, answer.result));
    // There is nothing to decide about it.
    else if (operation.path === 'chat.markRead') await forget(operation);
    else
      settled.push(operation.epoch === undefined ? refused(operation, answer.error) : postponed(operation));
  }
  await keep(settled, ended);
}

/** Marks operations as refused, so that a person reviews them before they are sent again. @param ended gets them. */
export async function holdForReview(
  operations: readonly Queued[],
  why: Error,
  ended: Queued[],
): Promise<void> {
  await keep(
    operations.map(operation => refused(operation, why)),
    ended,
  );
}

/** Refetches the lists that show the operations. */
export function refetch(ended: readonly Queued[]): void {
  // Marking a thread as read changes its row in the list of threads, but no message.
  const isRead = ended.every(({ path }) => path === 'chat.markRead');
  const isKnown = (query: Query) => isRead && isNewestPage(query);
  const topics = new Set(ended.flatMap(({ path }) => changedTopics(path)));
  for (const topic of topics) whenVisible(`list ${topic}`, () => void invalidateTopic(topic, isKnown));
  // Only these can have replaced a value of another person.
  const edited = ended.some(({ input, path }) => 'was' in input || path === 'task.undoSkip');
  const queryKey = getQueryKey(trpc.edits.overwritten);
  if (edited) whenVisible('edits', () => void queryClient.invalidateQueries({ queryKey }));
}

interface Settled {
  operation: Queued;
  /** Calls back the page that made it. */
  tell: () => void;
}

function landed(operation: Queued, result: unknown): Settled {
  const on = epoch.get();
  return {
    operation: { ...closed(operation), ...(on !== null && { epoch: on }) },
    tell: () => waiting.get(operation.op)?.done?.(result),
  };
}

function refused(operation: Queued, error: Error): Settled {
  const refusal = messageOf(error);
  const now = { ...operation, refusal };
  return {
    operation: now,
    tell() {
      const isShown = waiting.get(operation.op)?.refused?.(error, now);
      if (!isShown) [...refusalListeners].at(-1)?.(now, refusal);
    },
  };
}

/**
 * A restored server may get what this one needs from another browser in a moment. It is sent once more then (landed.ts),
 * under a new id, because the server repeats its verdict on the old one.
 */
function postponed(operation: Queued): Settled {
  return {
    operation: { ...closed(operation), op: uuid() },
    tell: () => hide(operation.op),
  };
}

function closed({ open: _open, ...operation }: Queued): Queued {
  return { ...operation, landedAt: timeNow() } as Queued;
}

/** @throws if the verdicts cannot be stored. The operations are sent again later, and the server repeats its verdicts. */
async function keep(settled: readonly Settled[], ended: Queued[]): Promise<void> {
  const operations = settled.map(({ operation }) => operation);
  ended.push(...operations);
  const [first] = operations;
  if (!first) return;
  // What was discarded on its way stays away, and what another person made stays hidden.
  const isStored = await openRows(first.user)
    .then(open => putRows(operations.filter(({ seq }) => open.some(row => row.seq === seq))))
    .then(
      () => true,
      () => false,
    );
  const known = new Set(outbox.get().map(({ seq }) => seq));
  const seen = settled.filter(({ operation }) => known.has(operation.seq));
  show(...seen.map(({ operation }) => operation));
  for (const { tell } of seen) tell();
  for (const { op, path } of operations) {
    waiting.delete(op);
    // Those that were requested before may contain it or not.
    if (path.startsWith('task')) void queryClient.cancelQueries({ predicate: isOldCounts });
  }
  tellOtherTabs(first.user);
  if (!isStored) throw new Error('The verdicts were not stored');
}
