import { MOST_DEVICES } from '@onus/contract/notify/push';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { session } from '@onus/db/schema/access/auth';
import { pushDevice, pushReceipt } from '@onus/db/schema/notify';
import { and, asc, count, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { DomainError, notFound } from '../core/errors.ts';
import type { PushResult, PushTarget } from '../core/push/pusher.ts';
import { isoTime } from '../core/rows/iso-time.ts';
import type { Scope, SystemScope } from '../core/scope.ts';

/** A device as its owner sees it. */
export interface DeviceView {
  id: string;
  name: string;
  /** ISO timestamp. */
  createdAt: string;
  /** Why the last message did not reach it; null if it did, or none was sent yet. */
  lastError: string | null;
  /** Whether it is the one that asks. */
  current: boolean;
}

export interface Device extends PushTarget {
  id: string;
  sessionId: string;
}

/** What a push service said of a device. */
export interface PushOutcome {
  id: string;
  result: PushResult;
}

/** @throws DomainError CONFLICT for one device too many. */
export function addDevice(db: Db, scope: Scope, target: PushTarget & { name: string }): DeviceView {
  return atomically(db, () => {
    const { endpoint, p256dh } = target;
    // The same browser with another person, or after another sign-in: it gets the messages of one session.
    const isSameBrowser = and(eq(pushDevice.endpoint, endpoint), eq(pushDevice.p256dh, p256dh));
    db.delete(pushDevice).where(isSameBrowser).run();
    db.delete(pushDevice).where(eq(pushDevice.sessionId, scope.sessionId)).run();
    if (countDevices(db, scope) >= MOST_DEVICES) {
      throw new DomainError(
        'CONFLICT',
        `At most ${MOST_DEVICES} devices get push messages. Remove one first.`,
      );
    }
    const { sessionId, userId, now: createdAt } = scope;
    const row = { id: uuid(), sessionId, userId, ...target, createdAt, lastError: null };
    db.insert(pushDevice).values(row).run();
    scope.changed('session', [userId]);
    return viewOf(row, scope);
  });
}

/** The caller's own whose sessions are not over, the oldest first. */
export function listDevices(db: Db, scope: Scope): DeviceView[] {
  return devicesOf(db, scope, scope.userId).map(row => viewOf(row, scope));
}

/** Where a person gets push messages at this moment. */
export function targetsOf(db: Db, scope: Scope | SystemScope, userId: string): Device[] {
  return devicesOf(db, scope, userId);
}

/** The devices of a person that have not got a batch yet. */
export function devicesWithout(db: Db, scope: SystemScope, userId: string, batch: number): Device[] {
  const received = db
    .select({ id: pushReceipt.deviceId })
    .from(pushReceipt)
    .where(eq(pushReceipt.batch, batch))
    .all()
    .map(({ id }) => id);
  return targetsOf(db, scope, userId).filter(({ id }) => !received.includes(id));
}

/** Removes one of the caller's own. @throws DomainError NOT_FOUND, also for another's. */
export function removeDevice(db: Db, scope: Scope, id: string): { id: string } {
  const own = and(eq(pushDevice.id, id), eq(pushDevice.userId, scope.userId));
  const { changes } = db.delete(pushDevice).where(own).run();
  if (changes === 0) throw notFound('Device');
  scope.changed('session', [scope.userId]);
  return { id };
}

/** Keeps why a device was not reached, and forgets one that its push service does not know any more. */
export function keepOutcomes(db: Db, _scope: Scope | SystemScope, outcomes: readonly PushOutcome[]): void {
  for (const { id, result } of outcomes) {
    const one = eq(pushDevice.id, id);
    if (result === 'gone') db.delete(pushDevice).where(one).run();
    else {
      const lastError = result === 'sent' ? null : result.failed;
      const isNews = sql`${pushDevice.lastError} is not ${lastError}`;
      db.update(pushDevice).set({ lastError }).where(and(one, isNews)).run();
    }
  }
}

/** Notes which devices have a batch that is tried again for the others. One that is gone by now needs no note. */
export function keepReceipts(
  db: Db,
  _scope: SystemScope,
  batch: number,
  outcomes: readonly PushOutcome[],
): void {
  for (const { id } of outcomes.filter(({ result }) => result === 'sent')) {
    const isThere = db.select({ id: pushDevice.id }).from(pushDevice).where(eq(pushDevice.id, id)).get();
    if (isThere) db.insert(pushReceipt).values({ batch, deviceId: id }).onConflictDoNothing().run();
  }
}

type DeviceRow = typeof pushDevice.$inferSelect;

function devicesOf(db: Db, { now }: Scope | SystemScope, userId: string): DeviceRow[] {
  return db
    .select(getTableColumns(pushDevice))
    .from(pushDevice)
    .innerJoin(session, eq(session.id, pushDevice.sessionId))
    .where(and(eq(pushDevice.userId, userId), gt(session.expiresAt, now)))
    .orderBy(asc(pushDevice.createdAt), asc(pushDevice.id))
    .limit(MOST_DEVICES)
    .all();
}

function countDevices(db: Db, { userId }: Scope): number {
  return db.select({ all: count() }).from(pushDevice).where(eq(pushDevice.userId, userId)).get()?.all ?? 0;
}

function viewOf({ id, name, createdAt, lastError, sessionId }: DeviceRow, scope: Scope): DeviceView {
  return { id, name, createdAt: isoTime(createdAt), lastError, current: sessionId === scope.sessionId };
}
