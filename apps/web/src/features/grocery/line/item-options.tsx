import { cx } from '../../../lib/cx.ts';
import { dollars } from '../../../lib/words/money.ts';
import { counted } from '../../../lib/words/text.ts';
import { optionId } from '../../../ui/form/use-choice.ts';
import type { ItemOption } from './use-item-options.ts';

interface ItemOptionsProps {
  id: string;
  options: readonly ItemOption[];
  /** The place of the chosen option; -1 for none. */
  chosen: number;
  onPick: (option: ItemOption) => void;
}

/** The items that the line suggests, below it. */
export function ItemOptions({ id, options, chosen, onPick }: ItemOptionsProps) {
  return (
    <div id={id} role="listbox" aria-label="Suggestions" tabIndex={-1} className={LIST}>
      {options.map((option, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the line choose an option.
        <div
          key={option.key}
          id={optionId(id, place)}
          role="option"
          tabIndex={-1}
          aria-selected={place === chosen}
          // The line keeps the focus.
          onPointerDown={event => event.preventDefault()}
          onClick={() => onPick(option)}
          className={cx(OPTION, place === chosen && 'bg-hover')}
        >
          {option.item ? (
            <>
              <span className="shrink-0 font-semibold text-brand-strong">+{counted(option.by)}</span>{' '}
            </>
          ) : null}
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {option.name}
          </span>{' '}
          <span className="shrink-0 text-ink-soft text-small">{detailsOf(option)}</span>
        </div>
      ))}
    </div>
  );
}

function detailsOf({ item, count, price }: ItemOption): string {
  if (item) return 'on the list';
  const amount = count > 1 ? `×${counted(count)}` : '';
  return [amount, price > 0 ? dollars(price) : ''].filter(Boolean).join(' · ');
}

const LIST =
  'absolute inset-x-0 top-full z-30 mt-1 max-h-88 animate-pop overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-float';

const OPTION = 'flex h-9 cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-hover touch:h-touch';
