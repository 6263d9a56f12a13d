import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { trpc } from '../../data/trpc.ts';
import { messageOf } from '../../lib/error-message.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { useLostFocus } from '../../ui/layout/use-lost-focus.ts';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import { toastError, toastSuccess } from '../../ui/toast/toast.tsx';
import { ButtonWords } from './button-words.tsx';
import { Consequences } from './consequences.tsx';
import type { Member } from './member.ts';

interface Choice {
  value: string;
  label: string;
}

const NO_MANAGER: Choice = { value: '', label: 'No manager' };

/** Gives a member another manager. An Admin chooses, reads the consequences and confirms. */
export function MoveMember({ member }: { member: Member }) {
  const [search, setSearch] = useState('');
  const managers = trpc.member.managers.useQuery(
    { search, limit: 100 },
    { placeholderData: keepPreviousData },
  );
  const [chosen, setChosen] = useState<Choice | null>(null);
  const current = member.managerId ?? '';
  const managerId = chosen?.value ?? current;
  const select = useRef<HTMLSelectElement>(null);
  useLostFocus(select, managerId !== current);
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
        ref={select}
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

/** Keeps the chosen option in the list, even if the search does not find it. */
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
      toastSuccess(`${member.username} was moved`);
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
        <ButtonWords before="Move" name={member.username} />
      </Button>
    </>
  );
}
