import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { shortened } from '../../lib/text.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { ButtonWords } from './button-words.tsx';
import { Consequences } from './consequences.tsx';
import type { Member } from './member.ts';

/** Makes a member the head of one's own household. */
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
      // This page is a manager's, and the caller is none any more.
      await router.navigate({ to: '/dash/tasks', replace: true });
      toastSuccess(`${member.username} is the head of your household now`);
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
