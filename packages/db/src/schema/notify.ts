import type { NoticeChannel, NoticeKind } from '@onus/contract/notify/settings';
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { session } from './access/auth.ts';
import { user } from './user.ts';

/** What a person wants to be notified of, and how (rule 9.8). Without a row a person gets no notification. */
export const notifySetting = sqliteTable(
  'notify_setting',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => user.id),
    /** The channels of each kind that has one. */
    kinds: text({ mode: 'json' }).$type<Partial<Record<NoticeKind, NoticeChannel[]>>>().notNull(),
    /** The digest's time of day, HH:MM, by the person's own clock. */
    digestAt: text('digest_at').notNull(),
    /** A notification contains no text of a task, an item or a message. */
    namesOnly: integer('names_only', { mode: 'boolean' }).notNull(),
    /** When reminders were last turned on: they begin then. Null while they are off. */
    dueSince: integer('due_since'),
    /** The same of the digest, which also begins again at another hour. */
    digestSince: integer('digest_since'),
  },
  table => [
    index('notify_setting_due').on(table.userId).where(sql`due_since is not null`),
    index('notify_setting_digest').on(table.userId).where(sql`digest_since is not null`),
    check('notify_setting_names_only', sql`names_only in (0, 1)`),
  ],
);

/**
 * The queue of notifications: one row for each event, person and channel, written in the transaction of the event. A row
 * stays for a while after its end, so that nothing is sent twice.
 */
export const notifyJob = sqliteTable(
  'notify_job',
  {
    /** Processed in this order; never reused. */
    id: integer().primaryKey({ autoIncrement: true }),
    /** What it is about. Two events of the same name become one notification while the first one waits. */
    key: text().notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    kind: text({ enum: ['assigned', 'due', 'digest', 'message', 'shopping'] }).notNull(),
    channel: text({ enum: ['push', 'mail'] }).notNull(),
    /** The task, the thread or the grocery list; of a digest its date. */
    objectId: text('object_id').notNull(),
    /** The message, or the date and time of a reminder. */
    part: text(),
    /** Who caused it; null for reminders and digests. */
    actorId: text('actor_id').references(() => user.id),
    createdAt: integer('created_at').notNull(),
    /** Not before this. */
    runAt: integer('run_at').notNull(),
    /** Dropped after this. */
    expiresAt: integer('expires_at').notNull(),
    attempts: integer().notNull().default(0),
    /** The first job of those that are sent together. Set at the first attempt, and kept, as the Message-ID follows from it. */
    batch: integer(),
    /** True while a delivery is under way: a start that finds it true knows that the process ended in the middle. */
    running: integer({ mode: 'boolean' }).notNull().default(false),
    doneAt: integer('done_at'),
    outcome: text({ enum: ['sent', 'dropped', 'failed'] }),
  },
  table => [
    index('notify_job_waiting').on(table.runAt).where(sql`done_at is null`),
    index('notify_job_together')
      .on(table.userId, table.kind, table.channel, table.objectId)
      .where(sql`done_at is null`),
    index('notify_job_batch').on(table.batch).where(sql`done_at is null`),
    index('notify_job_done').on(table.doneAt).where(sql`done_at is not null`),
    check('notify_job_outcome', sql`(done_at is null) = (outcome is null)`),
  ],
);

/** One row: up to when reminders and digests have been looked for. */
export const notifyScan = sqliteTable('notify_scan', {
  id: integer().primaryKey(),
  /** Epoch milliseconds. */
  at: integer().notNull(),
});

/** Who is shopping: changes of the list by others notify them until then (rule 9.8). */
export const shopper = sqliteTable(
  'shopper',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => user.id),
    householdId: text('household_id')
      .notNull()
      .references(() => user.id),
    until: integer().notNull(),
  },
  table => [index('shopper_household').on(table.householdId, table.until)],
);

/** A browser that gets push messages: one for each session at the most, and gone with it. */
export const pushDevice = sqliteTable(
  'push_device',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .unique()
      .references(() => session.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Its address at the push service of its browser. */
    endpoint: text().notNull(),
    /** What messages are encrypted with, in base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    name: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** Why the last message did not reach its push service; null if it did. */
    lastError: text('last_error'),
  },
  table => [
    index('push_device_user').on(table.userId, table.createdAt),
    index('push_device_endpoint').on(table.endpoint),
  ],
);

/** Which devices have got a batch of jobs that is tried again for the others. */
export const pushReceipt = sqliteTable(
  'push_receipt',
  {
    batch: integer()
      .notNull()
      .references(() => notifyJob.id, { onDelete: 'cascade' }),
    deviceId: text('device_id')
      .notNull()
      .references(() => pushDevice.id, { onDelete: 'cascade' }),
  },
  table => [
    primaryKey({ columns: [table.batch, table.deviceId] }),
    index('push_receipt_device').on(table.deviceId),
  ],
);
