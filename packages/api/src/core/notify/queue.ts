import { NOTICE_CHANNELS, type NoticeKind } from '@onus/contract/notify/settings';
import type { Db } from '@onus/db/open';
import { notifyJob, notifySetting } from '@onus/db/schema/notify';
import { prepared, preparedWrite } from '@onus/db/statements/prepared';
import { eq, sql } from 'drizzle-orm';
import type { Scope } from '../scope.ts';

/** What another person is notified of. */
export interface QueuedNotice {
  kind: 'assigned' | 'message' | 'shopping';
  /** The task, the thread or the grocery list. */
  objectId: string;
  /** The message. */
  part?: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * How long a job waits first, so that changes made together become one notification, and after how long it is of no use
 * any more. Milliseconds.
 */
export const TIMES: Record<NoticeKind, { wait: number; good: number }> = {
  assigned: { wait: 1_000, good: 7 * 24 * HOUR },
  // An open thread marks it as read in this time.
  message: { wait: 3_000, good: 7 * 24 * HOUR },
  shopping: { wait: 3_000, good: HOUR },
  due: { wait: 0, good: 2 * HOUR },
  digest: { wait: 0, good: 12 * HOUR },
};

/**
 * Queues a notification for a person who wants it, in the transaction of the event; not for the caller. The same event
 * again changes nothing while the first one waits.
 */
export function queueNotice(
  db: Db,
  scope: Scope,
  userId: string,
  { kind, objectId, part }: QueuedNotice,
): void {
  if (userId === scope.userId) return;
  const wanted = settingOf(db).get({ userId })?.kinds[kind] ?? [];
  const { wait, good } = TIMES[kind];
  for (const channel of NOTICE_CHANNELS.filter(one => wanted.includes(one))) {
    jobInsert(db).run({
      key: [kind, part ?? objectId, userId, channel].join(' '),
      userId,
      kind,
      channel,
      objectId,
      part: part ?? null,
      actorId: scope.userId,
      now: scope.now,
      runAt: scope.now + wait,
      expiresAt: scope.now + wait + good,
    });
  }
}

const { placeholder } = sql;

const settingOf = prepared({ kinds: notifySetting.kinds }, (db, columns) =>
  db
    .select(columns)
    .from(notifySetting)
    .where(eq(notifySetting.userId, placeholder('userId'))),
);

const jobInsert = preparedWrite(db =>
  db
    .insert(notifyJob)
    .values({
      key: placeholder('key'),
      userId: placeholder('userId'),
      kind: placeholder('kind'),
      channel: placeholder('channel'),
      objectId: placeholder('objectId'),
      part: placeholder('part'),
      actorId: placeholder('actorId'),
      createdAt: placeholder('now'),
      runAt: placeholder('runAt'),
      expiresAt: placeholder('expiresAt'),
    })
    .onConflictDoNothing(),
);
