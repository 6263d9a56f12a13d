import { isScarce, type Room } from '@onus/contract/admin/room';
import { BUSY_THREAD } from '@onus/contract/admin/thread-use';
import { POLLED } from '../../../data/query-client.ts';
import { trpc } from '../../../data/trpc.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import { sizeOf } from '../bytes.ts';
import { Facts } from '../facts.tsx';
import { Backups } from './backups.tsx';
import { MailTest } from './mail-test.tsx';
import { PushTest } from './push-test.tsx';
import type { Status } from './status.ts';

/** How the installation is: its program and data, backups, email and push. */
export function Installation() {
  const status = trpc.admin.status.useQuery(undefined, POLLED);
  if (status.data) {
    const { version, storage, thread, backups, mail, push } = status.data;
    return (
      <div className="flex max-w-form flex-col gap-10 pt-6">
        <Facts
          entries={[
            ['Version', version],
            ['Database', sizeOf(storage.databaseBytes)],
            ['Disk', storage.disk ? roomOf(storage.disk, storage.databaseBytes) : 'The system does not say.'],
            ['Load', thread ? loadOf(thread) : 'Known one minute after the start'],
          ]}
        />
        <Backups backups={backups} />
        <MailTest mail={mail} />
        <PushTest push={push} />
      </div>
    );
  }
  if (!status.error) return <Spinner delayed />;
  return <ErrorNote message={messageOf(status.error)} onRetry={() => status.refetch()} />;
}

function roomOf(room: Room, databaseBytes: number) {
  const words = `${sizeOf(room.free)} free of ${sizeOf(room.total)}`;
  return isScarce(room, databaseBytes) ? <span className="text-warn">{words}, little room</span> : words;
}

function loadOf({ lastMinute, busiestMinute }: NonNullable<Status['thread']>) {
  const words = `${percent(lastMinute)} in the last minute, at most ${percent(busiestMinute)} in a minute of the last day`;
  if (busiestMinute < BUSY_THREAD) return words;
  return (
    <span className="text-warn">
      {words}. Above {percent(BUSY_THREAD)} people wait for each other: see Capacity in the operator’s guide.
    </span>
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
