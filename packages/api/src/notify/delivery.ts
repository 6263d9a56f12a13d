import type { NoticeChannel } from '@onus/contract/notify/settings';
import type { Services } from '../core/context.ts';
import { CHANNELS } from './channels.ts';
import { type Addressed, compose } from './compose/compose.ts';
import {
  type Batch,
  type Delivery,
  endJobs,
  keepJobs,
  MOST_ATTEMPTS,
  recordDelivery,
  takeBatch,
} from './jobs.ts';
import { serverScope } from './server-scope.ts';

/** Its writes take turns with those of people. */
export const OWNER = 'notifications';

export interface Taken {
  batch: Batch;
  /** Null where there is nothing to say: the batch has ended. */
  addressed: Addressed | null;
}

/** Takes the next batch and reads what it says, in one write. */
export function take(services: Services, channel: NoticeChannel, busy: string[]): Promise<Taken | null> {
  const { db, commits, clock } = services;
  return commits.run(() => {
    const scope = serverScope({ clock });
    const batch = takeBatch(db, scope, channel, busy);
    if (!batch) return null;
    const isOver = batch.attempt > MOST_ATTEMPTS;
    const addressed = isOver ? null : compose(db, scope, batch, services);
    if (!addressed) endJobs(db, scope, batch.jobs, isOver ? 'failed' : 'dropped');
    return { batch, addressed };
  }, OWNER);
}

/** Delivers a batch. @returns how to write down what came of it: true once that is on the disk. */
export async function deliver(
  services: Services,
  channel: NoticeChannel,
  batch: Batch,
  addressed: Addressed,
): Promise<() => Promise<boolean>> {
  const delivery = await CHANNELS[channel].deliver(services, batch, addressed).catch(failureOf);
  return () => settle(services, channel, batch, delivery);
}

async function settle(
  { db, commits, clock, deliveries }: Services,
  channel: NoticeChannel,
  batch: Batch,
  delivery: Delivery,
): Promise<boolean> {
  const result = resultOf(batch, delivery);
  const isWritten = await commits.attempt(() => {
    const scope = serverScope({ clock });
    if (result === 'retried') keepJobs(db, scope, batch.jobs, delivery === 'none' ? 0 : delivery.retryAfter);
    else endJobs(db, scope, batch.jobs, result);
    const [first] = batch.jobs;
    if (!first || delivery === 'none') return;
    recordDelivery(db, scope, first, delivery.sent);
    delivery.note?.(db, scope);
  });
  if (isWritten) deliveries.add(channel, result);
  return isWritten;
}

function failureOf(error: unknown): Delivery {
  return { sent: [], failed: error instanceof Error ? error.message : String(error) };
}

function resultOf({ attempt }: Batch, delivery: Delivery): 'sent' | 'dropped' | 'retried' | 'failed' {
  if (delivery === 'none') return 'dropped';
  if (delivery.failed === undefined) return 'sent';
  if (attempt < MOST_ATTEMPTS) return 'retried';
  return delivery.sent.length > 0 ? 'sent' : 'failed';
}
