import { trpc } from '../../trpc.ts';
import { MultiSelect } from '../../ui/multi-select.tsx';
import type { Task } from './task.ts';

interface AssignFieldProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Who has the task already: they stay in the list, also when nobody may be given it any more. */
  assigned?: Task['assignees'];
}

/** Spec 2: three rows of those whom the caller may assign. */
export function AssignField({ value, onChange, assigned = [] }: AssignFieldProps) {
  const people = trpc.member.assignable.useQuery().data;
  const known = people ?? [];
  const others = assigned.filter(one => !known.some(person => person.id === one.id));
  return (
    <MultiSelect
      label="Assign to:"
      options={[...known, ...others].map(({ id, username }) => ({ id, label: username }))}
      value={value}
      onChange={onChange}
      empty={people ? 'Nobody yet.' : ''}
    />
  );
}
