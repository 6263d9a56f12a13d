import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';
import { POLLED } from '../../data/query-client.ts';
import { trpc } from '../../data/trpc.ts';
import { momentHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/error-message.ts';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { QuietSpinner } from '../../ui/status/quiet-spinner.tsx';
import { sizeOf } from './bytes.ts';
import { Facts } from './facts.tsx';

type Backups = inferProcedureOutput<AppRouter['install']['status']>['backups'];

/** For an Admin: whether the data is safe. */
export function InstallStatus() {
  const status = trpc.install.status.useQuery(undefined, POLLED);
  if (status.data) {
    const { databaseBytes, backups } = status.data;
    return (
      <Facts
        entries={[
          ['Last backup', <LastBackup key="last" {...backups} />],
          ['Schedule', scheduleOf(backups)],
          ['Database', sizeOf(databaseBytes)],
        ]}
      />
    );
  }
  if (!status.error) return <QuietSpinner />;
  return <ErrorNote message={messageOf(status.error)} onRetry={() => status.refetch()} />;
}

export function LastBackup({ good, failed, overdue }: Backups) {
  return (
    <>
      {good ? (
        <>
          <p className={overdue ? 'text-warn' : undefined}>
            {momentHere(good.at)}, checked{overdue && ', overdue'}
          </p>
          <p className="text-ink-soft text-small">
            {good.file}, {sizeOf(good.bytes)}, {good.total.toLocaleString('en-US')} rows
          </p>
        </>
      ) : (
        <p className="text-warn">None yet</p>
      )}
      {failed && (
        <p className="text-danger">
          Failed {momentHere(failed.at)}: {failed.reason}
        </p>
      )}
    </>
  );
}

export function scheduleOf({ every }: Backups): string {
  if (every === null) return 'Off. The operator turns it on with BACKUP_DIR.';
  const hours = every / 3_600_000;
  if (hours === 24) return 'Every day';
  if (hours >= 48 && hours % 24 === 0) return `Every ${hours / 24} days`;
  if (hours === 1) return 'Every hour';
  if (hours > 1 && Number.isInteger(hours)) return `Every ${hours} hours`;
  return `Every ${Math.max(1, Math.round(hours * 60))} minutes`;
}
