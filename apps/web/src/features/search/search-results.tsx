import { CircleCheckBig, MessagesSquare, ShoppingCart } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cx } from '../../lib/cx.ts';
import { optionId } from '../../ui/form/use-choice.ts';
import type { Result } from './results.ts';

interface SearchResultsProps {
  id: string;
  results: readonly Result[];
  /** The place of the chosen result; -1 for none. */
  chosen: number;
  /** They belong to an older text. */
  isBusy: boolean;
  onPick: (result: Result) => void;
}

/** What was found, by kind. */
export function SearchResults({ id, results, chosen, isBusy, onPick }: SearchResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen >= 0)
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      aria-busy={isBusy}
      tabIndex={-1}
      className="-mx-3"
    >
      {GROUPS.map(({ group, icon }) => {
        const ofGroup = results.filter(result => result.group === group);
        if (ofGroup.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group options.
          <div key={group} role="group" aria-label={group} className="pb-2">
            <div aria-hidden="true" className="px-3 py-1 font-medium text-ink-soft text-small">
              {group}
            </div>
            {ofGroup.map(result => {
              const place = results.indexOf(result);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the line choose a result.
                <div
                  key={result.id}
                  id={optionId(id, place)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === chosen}
                  // The line keeps the focus.
                  onPointerDown={event => event.preventDefault()}
                  onClick={() => onPick(result)}
                  className={cx(OPTION, place === chosen && 'bg-hover')}
                >
                  {icon}
                  <span dir="auto" className="min-w-0 flex-1 truncate">
                    {result.text}
                  </span>{' '}
                  <span className="max-w-2/5 shrink-0 truncate text-ink-soft text-small">
                    {result.details}
                  </span>
                </div>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}

const GROUPS = [
  { group: 'Tasks', icon: <CircleCheckBig aria-hidden="true" /> },
  { group: 'Groceries', icon: <ShoppingCart aria-hidden="true" /> },
  { group: 'Messages', icon: <MessagesSquare aria-hidden="true" /> },
] as const;

const OPTION =
  'flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-hover touch:min-h-touch [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-ink-soft';
