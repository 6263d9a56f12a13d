import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../trpc.ts';
import { PeopleSelect } from '../../ui/people-select.tsx';
import type { Task } from './task.ts';

interface AssignFieldProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Who has the task already: they stay in the list, also when it may be assigned to no one any more. */
  assigned?: Task['assignees'];
}

/** Spec 2: three rows of the people the caller may assign. */
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
      empty={found ? 'Nobody yet.' : ''}
    />
  );
}
