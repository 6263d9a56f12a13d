import type { Query } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { messageOf } from '../../lib/error-message.ts';
import { changedTopics } from '../changed-topics.ts';
import { epoch } from '../connection.ts';
import { whenVisible } from '../live/visibility.ts';
import { invalidateTopic, isNewestPage, queryClient } from '../query-client.ts';
import { trpc } from '../trpc.ts';
import type { Queued } from './operation.ts';
import { putRow } from './rows.ts';
import type { Answer } from './send.ts';
import { forget, show, tellOtherTabs } from './state.ts';

/** The callbacks of the page that made an operation. */
export interface Waiting {
  done?: ((result: unknown) => void) | undefined;
  /** @returns true if the callback shows the error itself. */
  refused?: ((error: Error, operation: Queued) => boolean) | undefined;
}

/** By operation id. They are lost with the page. */
export const waiting = new Map<string, Waiting>();

/** Called for refusals that no callback has shown. */
const refusalListeners = new Set<(operation: Queued, message: string) => void>();

export function whenRefused(listener: (operation: Queued, message: string) => void): () => void {
  refusalListeners.add(listener);
  return () => void refusalListeners.delete(listener);
}

/** Stores the verdicts. An operation without one stays in the queue. */
export async function settle(batch: readonly Queued[], answers: readonly Answer[]): Promise<void> {
  const landed: Queued[] = [];
  for (const [place, operation] of batch.entries()) {
    const answer = answers[place];
    if (!answer || answer.verdict === 'none') continue;
    if (answer.verdict === 'refused') await refuse(operation, answer.error);
    else landed.push(await land(operation, answer.result));
  }
  const [first] = batch;
  if (first) tellOtherTabs(first.user);
  refetch(landed);
}

/** Marks operations that waited too long as refused, so that a person reviews them before they are sent. */
export async function holdForReview(operations: readonly Queued[]): Promise<void> {
  for (const operation of operations) await refuse(operation, new Error(TOO_OLD));
}

const TOO_OLD = 'This change is more than 60 days old. Send it only if it still holds.';

/** Refetches the lists that show the applied operations. */
export function refetch(landed: readonly Queued[]): void {
  // Marking a thread as read changes its row in the list of threads, but no message.
  const isRead = landed.every(({ path }) => path === 'chat.markRead');
  const isKnown = (query: Query) => isRead && isNewestPage(query);
  const topics = new Set(landed.flatMap(({ path }) => changedTopics(path)));
  for (const topic of topics) whenVisible(`list ${topic}`, () => void invalidateTopic(topic, isKnown));
  // Only these can have replaced a value of another person.
  const edited = landed.some(({ input, path }) => 'was' in input || path === 'task.undoSkip');
  const queryKey = getQueryKey(trpc.edits.overwritten);
  if (edited) whenVisible('edits', () => void queryClient.invalidateQueries({ queryKey }));
}

async function land(operation: Queued, result: unknown): Promise<Queued> {
  const { open: _open, ...closed } = operation;
  const on = epoch.get();
  const landed = { ...closed, landedAt: Date.now(), ...(on !== null && { epoch: on }) } as Queued;
  await store(landed);
  show(landed);
  waiting.get(operation.op)?.done?.(result);
  waiting.delete(operation.op);
  return landed;
}

async function refuse(operation: Queued, error: Error): Promise<void> {
  // There is nothing to decide about it.
  if (operation.path === 'chat.markRead') return forget(operation);
  const refused = { ...operation, refusal: messageOf(error) };
  await store(refused);
  show(refused);
  const isShown = waiting.get(operation.op)?.refused?.(error, refused);
  waiting.delete(operation.op);
  if (!isShown) for (const listener of refusalListeners) listener(refused, refused.refusal);
}

/** If a verdict cannot be stored, the operation is sent again after a reload, and the server repeats its verdict. */
async function store(operation: Queued): Promise<void> {
  if (operation.seq !== undefined) await putRow(operation).catch(() => {});
}
