import { basename } from 'node:path';
import type { Room } from '@onus/contract/admin/room';
import type { ThreadUse } from '@onus/contract/admin/thread-use';
import { bytesOf, type Db } from '@onus/db/open';
import type { Services } from '../core/context.ts';
import type { Scope } from '../core/scope.ts';
import { type InstallStatus, installStatus } from './install/status.ts';

/** What the Admin page says of the installation. Timestamps are ISO, sizes are bytes. */
export interface AdminStatus {
  version: string;
  storage: {
    databaseBytes: number;
    /** The disk that holds the data; null where the system does not say. */
    disk: Room | null;
  };
  /** How busy the server is; null in its first minute. */
  thread: ThreadUse | null;
  backups: InstallStatus['backups'] & {
    /** The last whole one. */
    last: { at: string; file: string; bytes: number } | null;
    /** When the schedule makes the next one, to about ten minutes; null without a schedule. */
    next: string | null;
    isRunning: boolean;
  };
  mail: {
    /** Whether the server sends email. */
    enabled: boolean;
    /** Whom it is from; null if it sends none. */
    from: string | null;
  };
  /** Whether the server sends push messages, which contacts the push services of browsers. */
  push: { enabled: boolean };
}

type Installed = Pick<Services, 'backups' | 'mailer' | 'pusher' | 'threadMeter' | 'version'>;

export function adminStatus(
  db: Db,
  scope: Scope,
  { backups, mailer, pusher, threadMeter, version }: Installed,
): AdminStatus {
  const { every, log, isRunning, room } = backups;
  const { good } = log();
  return {
    version,
    storage: { databaseBytes: bytesOf(db), disk: room() },
    thread: threadMeter.use(),
    backups: {
      ...installStatus(db, scope, backups).backups,
      last: good && { at: iso(good.at), file: basename(good.file), bytes: good.bytes },
      next: every === null ? null : iso(Math.max(scope.now, (good?.at ?? 0) + every)),
      isRunning: isRunning(),
    },
    mail: { enabled: mailer !== null, from: mailer?.from ?? null },
    push: { enabled: pusher !== null },
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
