import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Field } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { Consequences } from './consequences.tsx';
import type { Member } from './member.ts';

interface Choice {
  value: string;
  label: string;
}

const NO_MANAGER: Choice = { value: '', label: 'No manager' };

/** Gives a member another manager: an Admin chooses, reads what will happen, and confirms. */
export function MoveMember({ member }: { member: Member }) {
  const [search, setSearch] = useState('');
  const managers = trpc.member.managers.useQuery(
    { search, limit: 100 },
    { placeholderData: keepPreviousData },
  );
  const [chosen, setChosen] = useState<Choice | null>(null);
  const current = member.managerId ?? '';
  const managerId = chosen?.value ?? current;
  const found = (managers.data?.items ?? [])
    .filter(one => one.id !== member.id)
    .map(one => ({ value: one.id, label: `${one.username} (${one.email})` }));
  const options = withChosen([NO_MANAGER, ...found], chosen ?? { value: current, label: 'Current manager' });
  return (
    <Section title="Move to another household">
      {(search !== '' || managers.data?.nextCursor) && (
        <Field
          label="Find a manager"
          type="search"
          autoComplete="off"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
      )}
      <Select
        label="Managed by"
        options={options}
        value={managerId}
        disabled={!managers.data}
        onChange={value => setChosen(options.find(one => one.value === value) ?? null)}
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

/** The choice stays in the list, also where the search does not find it. */
function withChosen(options: readonly Choice[], chosen: Choice): Choice[] {
  return options.some(one => one.value === chosen.value) ? [...options] : [...options, chosen];
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
