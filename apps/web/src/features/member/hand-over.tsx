import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { trpc } from '../../data/trpc.ts';
import { messageOf } from '../../lib/error-message.ts';
import { shortened } from '../../lib/words/text.ts';
import { Button } from '../../ui/form/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import { toastError, toastSuccess } from '../../ui/toast/toast.tsx';
import { ButtonWords } from './button-words.tsx';
import { Consequences } from './consequences.tsx';
import type { Member } from './member.ts';

/** Makes a member the head of the user's household. */
export function HandOver({ member }: { member: Member }) {
  const [open, setOpen] = useState(false);
  return (
    <Section title="Hand over the household">
      <p className="wrap-anywhere text-ink-soft text-small">
        {member.username} becomes the manager of everybody in your household, and you become a member of it.
      </p>
      <Button variant="quiet" className="max-w-full self-start" onClick={() => setOpen(true)}>
        <ButtonWords before="Make" name={member.username} after="the head" />
      </Button>
      {open && <HandOverDialog member={member} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function HandOverDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const router = useRouter();
  const preview = trpc.member.handOverPreview.useQuery({ to: member.id });
  const handOver = trpc.member.handOver.useMutation({
    async onSuccess() {
      // Leaves this page, because the user is no longer a manager.
      await router.navigate({ to: '/dash/tasks', replace: true });
      toastSuccess(`${member.username} is now the head of your household`);
    },
    onError: error => toastError(messageOf(error)),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Make ${shortened(member.username)} the head of your household?`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={handOver.isPending}
            disabled={!preview.data}
            onClick={() => handOver.mutate({ to: member.id })}
          >
            Hand over
          </Button>
        </>
      }
    >
      {preview.error ? (
        <ErrorNote message={messageOf(preview.error)} onRetry={() => preview.refetch()} />
      ) : preview.data ? (
        <Consequences sentences={preview.data.sentences} />
      ) : (
        <Spinner delayed />
      )}
    </Dialog>
  );
}
