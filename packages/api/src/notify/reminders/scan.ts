import { knownZone, OWN_ZONE, wallClock } from '@onus/contract/dates/zone';
import type { NoticeChannel, NoticeKind } from '@onus/contract/notify/settings';
import type { Db } from '@onus/db/open';
import { notifyJob, notifyScan, notifySetting } from '@onus/db/schema/notify';
import { task, taskReader } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { prepared, preparedWrite } from '@onus/db/statements/prepared';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { TIMES } from '../../core/notify/queue.ts';
import type { SystemScope } from '../../core/scope.ts';

/** A stretch of time by the clock of one zone, without its first minute. Text, as wallClock returns it. */
export interface Stretch {
  /** As `user.time_zone` has it. */
  stored: string | null;
  zone: string;
  from: string;
  to: string;
}

/** Where the next page begins. */
export interface Mark {
  afterId: string;
  afterUser: string;
}

export const START: Mark = { afterId: '', afterUser: '' };

/** Rows per write: it serves nothing else in that time. */
const PAGE = 200;
const DIGEST_LEAST = 1_800_000;

/** The zones of the people who want a reminder or a digest, with the stretch since an instant. */
export function stretchesOf(db: Db, { now }: SystemScope, kind: 'due' | 'digest', since: number): Stretch[] {
  return zonesOf(db, kind)
    .all()
    .map(({ stored }) => {
      const zone = knownZone(stored) ?? OWN_ZONE;
      const [from, to] = [since, now].map(at => wallClock(zone, new Date(at)));
      return { stored, zone, from: from ?? '', to: to ?? '' };
    });
}

/** What becomes a job on each of a person's channels. */
export interface Event {
  key: string;
  kind: NoticeKind;
  channels: readonly NoticeChannel[];
  userId: string;
  objectId: string;
  part: string | null;
  expiresAt: number;
}

/** Some of the events of a stretch, and where the next ones begin; null at the end. */
export interface Page {
  events: Event[];
  next: Mark | null;
}

/**
 * A page of reminders: the tasks on people's own lists that became due in the stretch. Each has one name for each task,
 * person, date and time.
 */
export function findReminders(db: Db, { now }: SystemScope, stretch: Stretch, mark: Mark): Page {
  const { stored, zone, from, to } = stretch;
  const days = { fromDay: from.slice(0, 10), toDay: to.slice(0, 10) };
  const rows = tasksDue(db).all({ stored, from, to, ...days, ...mark });
  const events = rows
    .filter(({ at, since }) => at > wallClock(zone, new Date(since ?? now)))
    .map(({ taskId, userId, at, kinds }) => ({
      key: `due ${taskId} ${at} ${userId}`,
      kind: 'due' as const,
      channels: kinds.due ?? [],
      userId,
      objectId: taskId,
      part: at,
      expiresAt: now + TIMES.due.good,
    }));
  const last = rows.at(-1);
  const next = last && rows.length === PAGE ? { afterId: last.taskId, afterUser: last.userId } : null;
  return { events, next };
}

/** The same of the digests whose time it became. Each has one name for each person and date. */
export function findDigests(db: Db, { now }: SystemScope, stretch: Stretch, mark: Mark): Page {
  const { stored, zone, from, to } = stretch;
  const rows = digestsDue(db).all({ stored, from, to, ...mark });
  const dayOfDigest = (at: string) => (`${to.slice(0, 10)}T${at}` <= to ? to : from).slice(0, 10);
  const events = rows
    .map(row => ({ ...row, day: dayOfDigest(row.digestAt) }))
    .filter(({ day, digestAt, since }) => `${day}T${digestAt}` > wallClock(zone, new Date(since ?? now)))
    .map(({ userId, day, kinds }) => ({
      key: `digest ${day} ${userId}`,
      kind: 'digest' as const,
      channels: kinds.digest ?? [],
      userId,
      objectId: day,
      part: null,
      expiresAt: midnightAfter(now, to),
    }));
  const last = rows.at(-1);
  return { events, next: last && rows.length === PAGE ? { afterId: '', afterUser: last.userId } : null };
}

/** Queues events. One that has been queued before is passed over, so that nothing is sent twice. */
export function queueEvents(db: Db, { now }: SystemScope, events: readonly Event[]): void {
  for (const { channels, key, ...event } of events) {
    for (const channel of channels) jobInsert(db).run({ ...event, key: `${key} ${channel}`, channel, now });
  }
}

/** Up to when reminders and digests have been looked for; null before the first time. */
export function readScan(db: Db, _scope: SystemScope): number | null {
  return db.select({ at: notifyScan.at }).from(notifyScan).get()?.at ?? null;
}

export function writeScan(db: Db, { now }: SystemScope): void {
  db.insert(notifyScan)
    .values({ id: 1, at: now })
    .onConflictDoUpdate({ target: notifyScan.id, set: { at: now } })
    .run();
}

/** A digest is about its day. @param clock the person's. */
function midnightAfter(now: number, clock: string): number {
  const minutes = Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
  return now + Math.max(DIGEST_LEAST, (24 * 60 - minutes) * 60_000);
}

const { placeholder } = sql;

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
      createdAt: placeholder('now'),
      runAt: placeholder('now'),
      expiresAt: placeholder('expiresAt'),
    })
    .onConflictDoNothing(),
);

const zonesOf = prepared({ stored: user.timeZone }, (db, columns, kind: 'due' | 'digest') =>
  db
    .selectDistinct(columns)
    .from(notifySetting)
    .innerJoin(user, eq(user.id, notifySetting.userId))
    .where(isNotNull(kind === 'due' ? notifySetting.dueSince : notifySetting.digestSince)),
);

const isInZone = sql`${user.timeZone} is ${placeholder('stored')}`;

const dueAt = sql<string>`${task.dueDay} || 'T' || ${task.dueTime}`;

/** By the index of the tasks that have a time. */
const tasksDue = prepared(
  {
    taskId: task.id,
    userId: notifySetting.userId,
    at: dueAt,
    since: notifySetting.dueSince,
    kinds: notifySetting.kinds,
  },
  (db, columns) =>
    db
      .select(columns)
      .from(task)
      .innerJoin(taskReader, and(eq(taskReader.taskId, task.id), eq(taskReader.own, true)))
      .innerJoin(notifySetting, eq(notifySetting.userId, taskReader.userId))
      .innerJoin(user, eq(user.id, notifySetting.userId))
      .where(
        sql`due_time is not null and ${task.completed} = 0 and ${task.deletedAt} is null
          and ${task.dueDay} between ${placeholder('fromDay')} and ${placeholder('toDay')}
          and ${dueAt} > ${placeholder('from')} and ${dueAt} <= ${placeholder('to')}
          and ${notifySetting.dueSince} is not null and ${isInZone} and (${task.id}, ${notifySetting.userId}) > (${placeholder('afterId')}, ${placeholder('afterUser')})`,
      )
      .orderBy(task.id, notifySetting.userId)
      .limit(PAGE),
);

const digestsDue = prepared(
  {
    userId: notifySetting.userId,
    digestAt: notifySetting.digestAt,
    since: notifySetting.digestSince,
    kinds: notifySetting.kinds,
  },
  (db, columns) =>
    db
      .select(columns)
      .from(notifySetting)
      .innerJoin(user, eq(user.id, notifySetting.userId))
      .where(
        sql`${notifySetting.digestSince} is not null and ${isInZone} and ${notifySetting.userId} > ${placeholder('afterUser')}
          and (substr(${placeholder('to')}, 1, 11) || ${notifySetting.digestAt} between
              ${placeholder('from')} || ' ' and ${placeholder('to')}
            or substr(${placeholder('from')}, 1, 11) || ${notifySetting.digestAt} between
              ${placeholder('from')} || ' ' and ${placeholder('to')})`,
      )
      .orderBy(notifySetting.userId)
      .limit(PAGE),
);
