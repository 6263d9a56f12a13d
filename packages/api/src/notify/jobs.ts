import { OPERATOR } from '@onus/contract/audit/entry';
import type { NoticeChannel } from '@onus/contract/notify/settings';
import type { Db } from '@onus/db/open';
import { notifyJob } from '@onus/db/schema/notify';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, asc, count, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { record } from '../core/audit/record.ts';
import { LONGEST_PAUSE } from '../core/push/pusher.ts';
import type { SystemScope } from '../core/scope.ts';

export type JobRow = typeof notifyJob.$inferSelect;

/** Jobs that are sent together: of one person, kind and channel, and messages of one thread. */
export interface Batch {
  /** The id of its first job. It does not change when the batch is tried again. */
  id: number;
  jobs: JobRow[];
  /** 1 at the first try. */
  attempt: number;
}

/** How one delivery ended; `none` if this person, or this installation, has no such channel. */
export type Delivery = 'none' | Delivered;

export interface Delivered {
  /** The hosts that took it over. */
  sent: readonly string[];
  /** Why some did not. Another attempt may help. */
  failed?: string;
  /** Milliseconds that another attempt must wait. */
  retryAfter?: number;
  /** Writes down what else came of it, in the same transaction. */
  note?: (db: Db, scope: SystemScope) => void;
}

const MINUTE = 60_000;

/** Milliseconds until a batch is tried again, after each attempt that failed. */
const BACKOFF = [MINUTE / 2, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE, 240 * MINUTE];
/** Attempts in all. */
export const MOST_ATTEMPTS = BACKOFF.length + 1;
/** A job that waits for longer than its attempts explain was queued by a clock that was ahead. */
const LONGEST_WAIT = sql.raw(`(case attempts ${waitsInSql()} else ${MINUTE} end)`);
/** Jobs of one batch. */
const TOGETHER = 50;

/**
 * Takes the next jobs that are due, and says in the database that they are being sent: should the process end now, the
 * next start sends them again.
 * @param busy people who have a delivery under way, or had many of late.
 */
export function takeBatch(
  db: Db,
  { now }: SystemScope,
  channel: NoticeChannel,
  busy: readonly string[],
): Batch | null {
  const first = nextJob(db).get({ channel, now, busy: JSON.stringify(busy) });
  if (!first) return null;
  const jobs = first.batch === null ? jobsWith(db, first, now) : jobsOf(db).all({ batch: first.batch });
  const id = first.batch ?? jobs[0]?.id ?? first.id;
  const attempt = first.attempts + 1;
  const delay = BACKOFF[Math.min(attempt, BACKOFF.length) - 1] ?? 0;
  db.update(notifyJob)
    .set({
      batch: id,
      attempts: attempt,
      running: true,
      runAt: now + delay,
      // From here on, the same event is another notification.
      ...(first.batch === null && isRepeatable(first) ? { key: sql`key || ' ' || id` } : {}),
    })
    .where(inArray(notifyJob.id, idsOf(jobs)))
    .run();
  return { id, jobs, attempt };
}

/** Whether one is due. */
export function hasJobs(
  db: Db,
  { now }: SystemScope,
  channel: NoticeChannel,
  busy: readonly string[],
): boolean {
  return nextJob(db).get({ channel, now, busy: JSON.stringify(busy) }) !== undefined;
}

/** Ends jobs. */
export function endJobs(
  db: Db,
  { now }: SystemScope,
  jobs: readonly Pick<JobRow, 'id'>[],
  outcome: NonNullable<JobRow['outcome']>,
): void {
  if (jobs.length === 0) return;
  db.update(notifyJob)
    .set({ doneAt: now, outcome, running: false })
    .where(inArray(notifyJob.id, idsOf(jobs)))
    .run();
}

/** Keeps jobs for another attempt. @param pause milliseconds that it must wait. */
export function keepJobs(db: Db, { now }: SystemScope, jobs: readonly Pick<JobRow, 'id'>[], pause = 0): void {
  db.update(notifyJob)
    .set({ running: false, runAt: sql`max(${notifyJob.runAt}, ${now + pause})` })
    .where(inArray(notifyJob.id, idsOf(jobs)))
    .run();
}

/**
 * After a start: what was being sent when the process ended is sent again, as no one knows whether it arrived. The attempt
 * that was cut off does not count, so that no number of restarts loses a job.
 */
export function resumeJobs(db: Db, { now }: SystemScope): void {
  db.update(notifyJob)
    .set({ running: false, runAt: now, attempts: sql`max(0, ${notifyJob.attempts} - 1)` })
    .where(and(eq(notifyJob.running, true), isNull(notifyJob.doneAt)))
    .run();
}

/** Writes down what left the installation, where it went and about what kind of event; never the content. */
export function recordDelivery(
  db: Db,
  scope: SystemScope,
  { userId, kind, channel }: Pick<JobRow, 'userId' | 'kind' | 'channel'>,
  hosts: readonly string[],
): void {
  const person = db.select({ username: user.username }).from(user).where(eq(user.id, userId)).get();
  const subject = { id: userId, username: person?.username ?? '' };
  const by = { ...scope, trail: { ...scope.trail, procedure: OPERATOR } };
  for (const to of hosts)
    record(db, by, 'notification.sent', { subject, detail: { name: `${kind} ${channel}`, to } });
}

/** The jobs that are not done, by channel. */
export function countWaiting(db: Db, _scope: SystemScope): { channel: NoticeChannel; count: number }[] {
  return waiting(db).all();
}

/** Done long ago: the same event does not come again. At most a slice of them. */
export function endedJobs(db: Db, { now }: SystemScope): number[] {
  return endedBefore(db)
    .all({ before: now - KEPT_FOR })
    .map(({ id }) => id);
}

export function removeJobs(db: Db, _scope: SystemScope, ids: number[]): void {
  db.delete(notifyJob).where(inArray(notifyJob.id, ids)).run();
}

const KEPT_FOR = 3 * 86_400_000;
const SLICE = 200;

/** How long jobs wait after each attempt, as branches of a case. */
function waitsInSql(): string {
  return BACKOFF.map((delay, at) => `when ${at + 1} then ${Math.max(delay, LONGEST_PAUSE) + MINUTE}`).join(
    ' ',
  );
}

/** What can happen to the same object again. */
function isRepeatable({ kind }: JobRow): boolean {
  return kind === 'assigned';
}

function idsOf(jobs: readonly Pick<JobRow, 'id'>[]): number[] {
  return jobs.map(({ id }) => id);
}

function jobsWith(db: Db, { userId, kind, channel, objectId }: JobRow, now: number): JobRow[] {
  const isOfThread = kind === 'message' ? eq(notifyJob.objectId, objectId) : undefined;
  return db
    .select()
    .from(notifyJob)
    .where(
      and(
        isNull(notifyJob.doneAt),
        isNull(notifyJob.batch),
        eq(notifyJob.userId, userId),
        eq(notifyJob.kind, kind),
        eq(notifyJob.channel, channel),
        isOfThread,
        sql`(${notifyJob.runAt} <= ${now} or ${notifyJob.runAt} > ${now} + ${LONGEST_WAIT})`,
      ),
    )
    .orderBy(asc(notifyJob.id))
    .limit(TOGETHER)
    .all();
}

const { placeholder } = sql;

const nextJob = prepared(getTableColumns(notifyJob), (db, columns) =>
  db
    .select(columns)
    .from(notifyJob)
    .where(
      sql`done_at is null and running = 0 and channel = ${placeholder('channel')}
        and (run_at <= ${placeholder('now')} or run_at > ${placeholder('now')} + ${LONGEST_WAIT})
        and user_id not in (select value from json_each(${placeholder('busy')}))`,
    )
    .orderBy(asc(notifyJob.runAt), asc(notifyJob.id))
    .limit(1),
);

const jobsOf = prepared(getTableColumns(notifyJob), (db, columns) =>
  db
    .select(columns)
    .from(notifyJob)
    .where(and(eq(notifyJob.batch, placeholder('batch')), isNull(notifyJob.doneAt)))
    .orderBy(asc(notifyJob.id)),
);

const waiting = prepared({ channel: notifyJob.channel, count: count() }, (db, columns) =>
  db.select(columns).from(notifyJob).where(isNull(notifyJob.doneAt)).groupBy(notifyJob.channel),
);

const endedBefore = prepared({ id: notifyJob.id }, (db, columns) =>
  db
    .select(columns)
    .from(notifyJob)
    .where(sql`done_at is not null and done_at < ${placeholder('before')}`)
    .limit(SLICE),
);
