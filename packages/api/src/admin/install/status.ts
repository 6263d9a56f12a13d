import { basename } from 'node:path';
import { type RowCounts, totalOf } from '@onus/db/backup/inspect';
import { bytesOf, type Db } from '@onus/db/open';
import type { Backups } from '../../core/context.ts';
import { permit } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { maySeeInstall } from './policy.ts';

/** What an Admin is told of the install. Timestamps are ISO. */
export interface InstallStatus {
  databaseBytes: number;
  backups: {
    /** Milliseconds; null when none are scheduled. */
    every: number | null;
    /** One is scheduled, and the last whole one is older than two should be. */
    overdue: boolean;
    /** The last backup that passed its check. */
    good: { at: string; file: string; bytes: number; total: number; rows: RowCounts } | null;
    /** The last try, when it failed. */
    failed: { at: string; reason: string } | null;
  };
}

/** @throws DomainError FORBIDDEN for all but Admins. */
export function installStatus(db: Db, scope: Scope, { every, log }: Backups): InstallStatus {
  permit(maySeeInstall(scope));
  const { good, failed } = log();
  return {
    databaseBytes: bytesOf(db),
    backups: {
      every,
      overdue: every !== null && scope.now - (good?.at ?? 0) > 2 * every,
      good: good && {
        at: iso(good.at),
        // The folder is the operator's business.
        file: basename(good.file),
        bytes: good.bytes,
        total: totalOf(good.rows),
        rows: good.rows,
      },
      failed: failed && { at: iso(failed.at), reason: failed.reason },
    },
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
