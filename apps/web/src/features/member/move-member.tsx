import { useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { Consequences } from './consequences.tsx';
import type { Member } from './member.ts';

/** Gives a member another manager: an Admin chooses, reads what will happen, and confirms. */
export function MoveMember({ member }: { member: Member }) {
  const managers = trpc.member.managers.useQuery();
  const [chosen, setChosen] = useState<string | null>(null);
  const current = member.managerId ?? '';
  const managerId = chosen ?? current;
  const options = (managers.data ?? [])
    .filter(one => one.id !== member.id)
    .map(one => ({ value: one.id, label: `${one.username} (${one.email})` }));
  return (
    <Section title="Move to another household">
      <Select
        label="Managed by"
        options={[{ value: '', label: 'No manager' }, ...options]}
        value={managerId}
        disabled={!managers.data}
        onChange={setChosen}
      />
      {managers.error && <ErrorNote message={messageOf(managers.error)} onRetry={() => managers.refetch()} />}
      {managerId !== current && (
        <Confirm
          key={managerId}
          member={member}
          managerId={managerId || null}
          onMoved={() => setChosen(null)}
        />
      )}
    </Section>
  );
}

interface ConfirmProps {
  member: Member;
  managerId: string | null;
  onMoved: () => void;
}

function Confirm({ member, managerId, onMoved }: ConfirmProps) {
  const preview = trpc.member.movePreview.useQuery({ id: member.id, managerId });
  const move = trpc.member.move.useMutation({
    onSuccess() {
      onMoved();
      toastSuccess(`${member.username} is moved`);
    },
    onError: error => toastError(messageOf(error)),
  });
  if (preview.error) {
    return <ErrorNote message={messageOf(preview.error)} onRetry={() => preview.refetch()} />;
  }
  if (!preview.data) return <Spinner delayed />;
  return (
    <>
      <Consequences sentences={preview.data.sentences} />
      <Button
        className="mt-2 max-w-full self-start"
        busy={move.isPending}
        onClick={() => move.mutate({ id: member.id, managerId })}
      >
        <span className="truncate">Move {member.username}</span>
      </Button>
    </>
  );
}
