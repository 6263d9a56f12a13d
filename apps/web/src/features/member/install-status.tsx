import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';
import type { ReactNode } from 'react';
import { sizeOf } from '../../lib/bytes.ts';
import { momentHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/message.ts';
import { POLLED } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Spinner } from '../../ui/spinner.tsx';

type Backups = inferProcedureOutput<AppRouter['install']['status']>['backups'];

/** For an Admin: whether the data is safe. */
export function InstallStatus() {
  const status = trpc.install.status.useQuery(undefined, POLLED);
  if (status.data) {
    const { databaseBytes, backups } = status.data;
    return (
      <dl className="flex flex-col gap-4">
        <Entry term="Last backup">
          <LastBackup {...backups} />
        </Entry>
        <Entry term="Schedule">{scheduleOf(backups)}</Entry>
        <Entry term="Database">{sizeOf(databaseBytes)}</Entry>
      </dl>
    );
  }
  if (!status.error) return <Spinner delayed />;
  return <ErrorNote message={messageOf(status.error)} onRetry={() => status.refetch()} />;
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-x-4 desk:flex-row">
      <dt className="w-32 shrink-0 text-ink-soft">{term}</dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
    </div>
  );
}

function LastBackup({ good, failed, overdue }: Backups) {
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

function scheduleOf({ every }: Backups): string {
  if (every === null) return 'Off. Whoever runs this install turns it on with BACKUP_DIR.';
  const hours = every / 3_600_000;
  if (hours === 24) return 'Every day';
  if (hours >= 48 && hours % 24 === 0) return `Every ${hours / 24} days`;
  if (hours === 1) return 'Every hour';
  if (hours > 1 && Number.isInteger(hours)) return `Every ${hours} hours`;
  return `Every ${Math.max(1, Math.round(hours * 60))} minutes`;
}
