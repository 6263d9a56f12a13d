import { trpc } from '../../../data/trpc.ts';
import { momentHere } from '../../../lib/dates.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import { sizeOf } from '../bytes.ts';
import { Facts } from '../facts.tsx';
import { LastBackup, scheduleOf } from '../install-status.tsx';
import type { Status } from './status.ts';

/** The last backup, the next one, and one right now. */
export function Backups({ backups }: { backups: Status['backups'] }) {
  const utils = trpc.useUtils();
  const backUp = trpc.admin.backUp.useMutation({
    onSuccess: ({ file, bytes }) => toastSuccess(`Backed up: ${file}, ${sizeOf(bytes)}`),
    onError: error => toastError(messageOf(error)),
    onSettled: () => utils.admin.status.invalidate(),
  });
  return (
    <Section title="Backups">
      <Facts
        entries={[
          ['Last backup', <LastBackup key="last" {...backups} />],
          ['Next backup', backups.next ? momentHere(backups.next) : 'Not planned'],
          ['Schedule', scheduleOf(backups)],
        ]}
      />
      <Button
        variant="quiet"
        className="self-start"
        busy={backUp.isPending || backups.isRunning}
        onClick={() => backUp.mutate()}
      >
        Back up now
      </Button>
      <p role="status" className="text-ink-soft text-small empty:-mt-4">
        {backUp.isPending && 'The copy is made and checked. You can leave this page.'}
      </p>
    </Section>
  );
}
