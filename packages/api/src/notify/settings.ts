import type { UpdateNotify } from '@onus/contract/notify/inputs';
import {
  DIGEST_AT,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeKind,
  type NotifySettings,
  withChanges,
} from '@onus/contract/notify/settings';
import type { Db } from '@onus/db/open';
import { notifySetting } from '@onus/db/schema/notify';
import { eq } from 'drizzle-orm';
import type { Scope, Visitor } from '../core/scope.ts';
import type { Stop } from '../core/secrets/stop-links.ts';

type Settings = Omit<NotifySettings, 'available'>;

/** What the caller wants to be notified of. */
export function readSettings(db: Db, scope: Scope): Settings {
  const row = rowOf(db, scope.userId);
  const kinds = Object.fromEntries(NOTICE_KINDS.map(kind => [kind, row?.kinds[kind] ?? []]));
  return {
    kinds: kinds as Record<NoticeKind, NoticeChannel[]>,
    digestAt: row?.digestAt ?? DIGEST_AT,
    namesOnly: row?.namesOnly ?? false,
  };
}

/** Changes what is named. Reminders and digests begin when they are turned on: nothing from before is sent. */
export function updateSettings(db: Db, scope: Scope, input: UpdateNotify): Settings {
  const before = readSettings(db, scope);
  const after = withChanges(before, input);
  const row = rowOf(db, scope.userId);
  const dueSince = after.kinds.due.length > 0 ? (row?.dueSince ?? scope.now) : null;
  const isSameDigest = after.digestAt === before.digestAt ? row?.digestSince : null;
  const digestSince = after.kinds.digest.length > 0 ? (isSameDigest ?? scope.now) : null;
  const values = { ...after, dueSince, digestSince };
  db.insert(notifySetting)
    .values({ userId: scope.userId, ...values })
    .onConflictDoUpdate({ target: notifySetting.userId, set: values })
    .run();
  return readSettings(db, scope);
}

/** Turns one kind off for email, as its link was followed. */
export function stopMails(db: Db, _visitor: Visitor, { userId, kind }: Stop): void {
  const row = rowOf(db, userId);
  if (!row) return;
  const left = (row.kinds[kind] ?? []).filter(channel => channel !== 'mail');
  db.update(notifySetting)
    .set({
      kinds: { ...row.kinds, [kind]: left },
      ...(kind === 'due' && left.length === 0 ? { dueSince: null } : {}),
      ...(kind === 'digest' && left.length === 0 ? { digestSince: null } : {}),
    })
    .where(eq(notifySetting.userId, userId))
    .run();
}

function rowOf(db: Db, userId: string) {
  return db.select().from(notifySetting).where(eq(notifySetting.userId, userId)).get();
}
