import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../../data/trpc.ts';
import type { PersonOption } from '../../../ui/form/multi-select.tsx';
import { PeopleSelect } from '../../../ui/form/people-select.tsx';
import type { Task } from '../task.ts';

interface AssignFieldProps {
  value: readonly string[];
  onChange: (value: string[], people: PersonOption[]) => void;
  /** The current assignees. They stay in the list, even if the user can no longer assign them. */
  assigned?: Task['assignees'];
}

/** Rule 12: the people that the user may assign, in three rows. */
export function AssignField({ value, onChange, assigned = [] }: AssignFieldProps) {
  const [search, setSearch] = useState('');
  const found = trpc.member.assignable.useQuery(
    { search, limit: 100 },
    { placeholderData: keepPreviousData },
  ).data;
  return (
    <PeopleSelect
      label="Assign to:"
      found={found}
      search={search}
      onSearch={setSearch}
      value={value}
      onChange={onChange}
      others={assigned.map(({ id, username }) => ({ id, label: username }))}
      empty={found ? 'No one yet.' : ''}
    />
  );
}
