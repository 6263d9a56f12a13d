import { Check } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { PersonBadge } from '../badge.tsx';

export type PersonOption = { id: string; label: string };

type MultiSelectProps = {
  label: string;
  options: readonly PersonOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Shown without rows. */
  empty?: string;
};

/**
 * A listbox of people with one tab stop. Arrows move, Space and Enter select. Of more than three people it shows half of
 * the fourth. Chosen ones come first, but move there only when the focus leaves, so that no row moves under the pointer.
 */
export function MultiSelect({
  label,
  options: all,
  value,
  onChange,
  empty = 'No one yet.',
}: MultiSelectProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const { options, settle } = useChosenFirst(all, value);
  const row = Math.min(active, options.length - 1);

  const toggle = (option: PersonOption | undefined) => {
    if (!option) return;
    const chosen = value.includes(option.id);
    onChange(chosen ? value.filter(other => other !== option.id) : [...value, option.id]);
  };
  const move = (to: number) => {
    setActive(to);
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOf(event.key, row, options);
    if (to !== undefined) move(to);
    else if (event.key === ' ' || event.key === 'Enter') toggle(options[row]);
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex justify-between gap-4 text-small">
        <span id={`${id}-label`} className="font-medium">
          {label}
        </span>
        {value.length > 0 && <span className="text-ink-soft">{value.length} chosen</span>}
      </div>
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-multiselectable="true"
        aria-labelledby={`${id}-label`}
        aria-activedescendant={options.length > 0 ? `${id}-${row}` : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => {
          settle();
          setActive(0);
          list.current?.scrollTo({ top: 0 });
        }}
        className={cx(
          'group/list overflow-y-auto overscroll-contain rounded-control border border-edge bg-surface',
          options.length > 3 ? 'h-35.5 touch:h-39' : options.length !== 1 && 'h-30.5 touch:h-33.5',
        )}
      >
        {options.map((option, index) => (
          <Option
            key={option.id}
            domId={`${id}-${index}`}
            option={option}
            chosen={value.includes(option.id)}
            active={index === row}
            onPress={() => {
              setActive(index);
              toggle(option);
            }}
          />
        ))}
        {options.length === 0 && <p className="p-3 text-ink-soft">{empty}</p>}
      </div>
    </div>
  );
}

/** The options with the chosen ones first. They get there with `settle`. */
function useChosenFirst(all: readonly PersonOption[], value: readonly string[]) {
  const [first, setFirst] = useState(value);
  const isFirst = ({ id }: PersonOption) => first.includes(id);
  const options = [...all.filter(isFirst), ...all.filter(one => !isFirst(one))];
  return { options, settle: () => setFirst(value) };
}

type OptionProps = {
  domId: string;
  option: PersonOption;
  chosen: boolean;
  active: boolean;
  onPress: () => void;
};

function Option({ domId, option, chosen, active, onPress }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox holds the focus and hears the keys for its options.
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points here instead.
    <div
      id={domId}
      role="option"
      aria-selected={chosen}
      onClick={onPress}
      className={cx(
        'flex h-10 cursor-pointer select-none items-center gap-3 px-3 touch:h-touch',
        chosen ? 'bg-brand-wash' : 'hover:bg-hover',
        active && 'group-focus-visible/list:inset-ring-2 group-focus-visible/list:inset-ring-brand-strong',
      )}
    >
      <PersonBadge id={option.id} name={option.label} decorative />
      <span className="min-w-0 flex-1 truncate">{option.label}</span>
      {chosen && <Check aria-hidden="true" strokeWidth={2.5} className="size-4.5 text-brand-strong" />}
    </div>
  );
}

/** The row for a key: arrows, Home, End, or the next name with this first letter. */
function targetOf(key: string, row: number, options: readonly PersonOption[]): number | undefined {
  const last = options.length - 1;
  if (last < 0) return;
  if (key === 'ArrowDown') return Math.min(row + 1, last);
  if (key === 'ArrowUp') return Math.max(row - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key.length !== 1 || key === ' ') return;
  const letter = key.toLocaleLowerCase();
  const begins = (option: PersonOption) => option.label.toLocaleLowerCase().startsWith(letter);
  const next = options.findIndex((option, index) => index > row && begins(option));
  const found = next >= 0 ? next : options.findIndex(begins);
  return found >= 0 ? found : undefined;
}
