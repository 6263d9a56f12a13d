import { useState } from 'react';
import { Field } from './field.tsx';
import { MultiSelect, type PersonOption } from './multi-select.tsx';

interface PeopleSelectProps {
  label: string;
  /** The search results; undefined while loading. */
  found: { items: readonly { id: string; username: string }[]; nextCursor: string | null } | undefined;
  search: string;
  onSearch: (search: string) => void;
  value: readonly string[];
  /** @param people the same with their names. */
  onChange: (value: string[], people: PersonOption[]) => void;
  /** People who stay in the list without a match. */
  others?: readonly PersonOption[];
  empty: string;
}

/** A list of people, with a search field if they do not fit on one page. */
export function PeopleSelect(props: PeopleSelectProps) {
  const { label, found, search, onSearch, value, onChange, others = [], empty } = props;
  const [picked, setPicked] = useState<readonly PersonOption[]>([]);
  const offered = (found?.items ?? []).map(({ id, username }) => ({ id, label: username }));
  const chosen = [...picked, ...others].filter(({ id }) => search === '' || value.includes(id));
  const known = new Map([...chosen, ...offered].map(option => [option.id, option]));
  const options = [...offered, ...chosen.filter(({ id }) => !offered.some(one => one.id === id))];

  function choose(ids: string[]): void {
    const people = ids.flatMap(id => known.get(id) ?? []);
    setPicked(people);
    onChange(ids, people);
  }

  return (
    <div className="flex min-w-0 flex-col gap-3">
      {(search !== '' || found?.nextCursor) && (
        <Field
          label="Find a person"
          type="search"
          autoComplete="off"
          value={search}
          onChange={event => onSearch(event.target.value)}
        />
      )}
      <MultiSelect
        label={label}
        options={uniqueOf(options)}
        value={value}
        onChange={choose}
        empty={search === '' ? empty : 'No one found.'}
      />
    </div>
  );
}

function uniqueOf(options: readonly PersonOption[]): PersonOption[] {
  return [...new Map(options.map(option => [option.id, option])).values()];
}
