import { createHash } from 'node:crypto';
import type { PushMessage } from '@onus/contract/notify/push';
import type { Services } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import { MOST_BYTES } from '../core/push/encrypt.ts';
import type { Push } from '../core/push/pusher.ts';
import {
  type Device,
  devicesWithout,
  keepOutcomes,
  keepReceipts,
  type PushOutcome,
} from '../push/devices.ts';
import type { Addressed } from './compose/compose.ts';
import type { ComposedNotice } from './compose/notice.ts';
import type { Batch, Delivery } from './jobs.ts';
import { serverScope } from './server-scope.ts';

/** Kinds that are worth waking a phone that saves energy. */
const URGENT = ['due', 'message', 'shopping'];

/** Sends a batch to the devices of a person, all at once. At another attempt only to those that have not got it. */
export async function sendPush(
  services: Services,
  batch: Batch,
  { notice, userId }: Addressed,
): Promise<Delivery> {
  const { pusher, db, publicUrl } = services;
  const [first] = batch.jobs;
  if (!pusher || !first) return 'none';
  const waiting = devicesWithout(db, serverScope(services), userId, batch.id);
  const devices = waiting.filter(device => mayGet(services, device));
  if (devices.length === 0) return batch.attempt > 1 ? { sent: [] } : 'none';
  const push = pushOf(notice, publicUrl, URGENT.includes(first.kind));
  const outcomes = await Promise.all(
    devices.map(async device => ({ id: device.id, result: await pusher.send(device, push) })),
  );
  const failures = outcomes.map(({ result }) => result).filter(result => typeof result === 'object');
  const [failed] = failures;
  return {
    sent: hostsOf(devices, outcomes),
    ...(failed && { failed: failed.failed }),
    retryAfter: Math.max(0, ...failures.map(({ retryAfter = 0 }) => retryAfter)),
    note: (on, scope) => {
      keepOutcomes(on, scope, outcomes);
      if (failed) keepReceipts(on, scope, batch.id, outcomes);
    },
  };
}

/** What is sent to each device of a person. */
export function pushOf(notice: ComposedNotice, publicUrl: string, isUrgent: boolean): Push {
  return {
    message: messageOf(notice, publicUrl),
    ttl: notice.ttl,
    topic: createHash('sha256').update(notice.tag).digest('base64url').slice(0, 32),
    isUrgent,
  };
}

/** Lines that do not fit are left out, from the end; of a single long line its end. */
function messageOf({ title, lines, path, tag }: ComposedNotice, publicUrl: string): Uint8Array {
  const navigate = publicUrl + path;
  const bytesOf = (body: string) => {
    const notification = { title: cut(title, TITLE), ...(body && { body }), navigate, tag };
    return new TextEncoder().encode(JSON.stringify({ web_push: 8030, notification } satisfies PushMessage));
  };
  let body = lines.join('\n');
  let message = bytesOf(body);
  while (message.length > MOST_BYTES) {
    const shorter = cut(body, Math.floor((Array.from(body).length * MOST_BYTES) / message.length) - 2);
    body = shorter;
    message = bytesOf(body);
  }
  return message;
}

/** Characters of a title, which names people. */
const TITLE = 200;

function cut(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, Math.max(0, most)).join('')}…` : text;
}

/** A session that must show a second factor first sees nothing, and gets nothing. */
function mayGet({ sessions, db }: Services, { sessionId }: Device): boolean {
  try {
    return !sessions.current(db, sessionId).mustEnroll;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

function hostsOf(devices: readonly Device[], outcomes: readonly PushOutcome[]): string[] {
  const reached = devices.filter(({ id }) => outcomes.some(one => one.id === id && one.result === 'sent'));
  return [...new Set(reached.map(({ endpoint }) => new URL(endpoint).host))];
}
