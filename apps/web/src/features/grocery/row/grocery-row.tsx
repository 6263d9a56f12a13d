import { Ellipsis, History, Link2, Pencil, Trash2 } from 'lucide-react';
import { memo, useDeferredValue, useRef, useState } from 'react';
import { useChangedBy } from '../../../data/live/changed-by.ts';
import { renderAfterPaint } from '../../../data/outbox/state.ts';
import { useMark } from '../../../data/outbox/use-outbox.ts';
import { useCurrentUser } from '../../../data/session/session.ts';
import { cx } from '../../../lib/cx.ts';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { counted } from '../../../lib/words/text.ts';
import { PersonBadge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/form/button.tsx';
import { Ring } from '../../../ui/list/ring.tsx';
import { RowMark } from '../../../ui/list/row-mark.tsx';
import { useRowLink } from '../../../ui/list/use-row-link.tsx';
import { Menu } from '../../../ui/overlay/menu.tsx';
import { LazyDialog } from '../../../ui/status/lazy-view.tsx';
import { removeItem } from '../actions/remove-item.ts';
import { tickItem } from '../actions/tick-item.ts';
import type { Item } from '../grocery.ts';
import { Amount } from './amount.tsx';
import { ItemTheirs } from './item-theirs.tsx';
import { Price } from './price.tsx';

interface GroceryRowProps {
  item: Item;
  /** Of its heading. */
  level: 2 | 3;
  onEdit: (item: Item) => void;
}

/**
 * One item: the ring puts it in the cart, the stepper counts, the buttons show on hover or focus. On a phone the stepper
 * shows while it has the focus, which a tap on the name gives it. The list renders again at each step of a change, and of
 * its rows only the changed ones do.
 */
export const GroceryRow = memo(Row);

function Row({ item, level, onEdit }: GroceryRowProps) {
  const me = useCurrentUser();
  const { addedBy } = item;
  const row = useRef<HTMLElement>(null);
  const amount = useRef<HTMLDivElement>(null);
  // A row shows first what a person reads, and takes the next moment for its buttons.
  const hasButtons = useDeferredValue(true, false);
  const Heading = `h${level}` as const;
  return (
    <article ref={row} className={ROW}>
      <Ring
        label={`Tick off ${item.name}`}
        aria-keyshortcuts="x"
        checked={item.purchased}
        onPress={() => renderAfterPaint(() => tickItem(item))}
      />
      <div className={FACTS}>
        {/* biome-ignore lint/a11y: a shortcut for a finger. The keyboard reaches the stepper itself. */}
        <div onClick={() => amount.current?.focus()} className={NAME}>
          <Heading
            dir="auto"
            className={cx(
              'min-w-0 break-words text-card transition-colors',
              item.purchased && 'font-normal text-ink-soft line-through decoration-line',
            )}
          >
            {item.name}
            <RowMark mark={useMark(item.id)} by={useChangedBy(item.id)} />
          </Heading>
          {item.count > 1 && (
            <span aria-hidden="true" className="shrink-0 text-ink-soft leading-5 desk:hidden">
              ×{counted(item.count)}
            </span>
          )}
        </div>
        <Amount ref={amount} item={item} />
        <div className={cx(WHO, addedBy.id === me.id && 'max-desk:hidden')}>
          <PersonBadge id={addedBy.id} name={addedBy.username} me={addedBy.id === me.id} />
        </div>
        <Price item={item} />
        <ItemTheirs item={item} />
      </div>
      {hasButtons ? (
        <Actions
          item={item}
          onEdit={() => onEdit(item)}
          onRemove={() => {
            handOverFocus(row.current);
            void removeItem(item);
          }}
        />
      ) : (
        <div className={MORE_PLACE} />
      )}
    </article>
  );
}

/** Moves the focus of a removed row to its neighbor. */
function handOverFocus(row: HTMLElement | null): void {
  if (!row?.contains(document.activeElement)) return;
  const place = row.closest('li');
  const neighbour = place?.nextElementSibling ?? place?.previousElementSibling;
  neighbour?.querySelector('button')?.focus({ preventScroll: true });
}

type ActionsProps = { item: Item; onEdit: () => void; onRemove: () => void };

function Actions({ item, onEdit, onRemove }: ActionsProps) {
  const { name } = item;
  const [isLookingBack, setLookingBack] = useState(false);
  const lookBack = () => setLookingBack(true);
  const link = useRowLink({ kind: 'item', id: item.id });
  return (
    <>
      <div className={TOOLS}>
        <IconButton label="History" icon={HISTORY} aria-keyshortcuts="h" onClick={lookBack} {...past.near} />
        <IconButton label="Copy link" icon={LINK} aria-keyshortcuts="c" onClick={link.copy} {...link.near} />
        <IconButton label={`Edit ${name}`} icon={EDIT} aria-keyshortcuts="e" onClick={onEdit} />
        <IconButton
          label={`Remove ${name}`}
          icon={ERASE}
          danger
          aria-keyshortcuts="Delete"
          onClick={onRemove}
        />
      </div>
      <div className={MORE_PLACE}>
        <Menu
          trigger={<IconButton label={`More for ${name}`} icon={MORE} />}
          items={[
            { label: 'Edit', icon: EDIT, onSelect: onEdit },
            { label: 'History', icon: HISTORY, onSelect: lookBack },
            { label: 'Copy link', icon: LINK, onSelect: link.copy },
            { label: 'Remove', icon: ERASE, onSelect: onRemove, danger: true },
          ]}
        />
      </div>
      {link.dialog}
      <LazyDialog from={past} open={isLookingBack} onClose={() => setLookingBack(false)}>
        {({ ItemHistory }) => (
          <ItemHistory item={item} open={isLookingBack} onClose={() => setLookingBack(false)} />
        )}
      </LazyDialog>
    </>
  );
}

/** Made once, so that a row that renders again leaves them as they are. */
const EDIT = <Pencil aria-hidden="true" />;
const ERASE = <Trash2 aria-hidden="true" />;
const HISTORY = <History aria-hidden="true" />;
const LINK = <Link2 aria-hidden="true" />;
const MORE = <Ellipsis aria-hidden="true" />;

const past = createLazyModule(() => import('../history/item-history.tsx'));

/** One line: name, amount, who added it, price and, where nothing hovers, the menu. */
const ROW =
  'group grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-1 rounded-control py-1.5 pr-4 pl-1.5 transition-colors hover:bg-hover hover:[--row:linear-gradient(var(--color-hover),var(--color-hover)),var(--color-ground)] desk:grid-cols-[auto_minmax(0,1fr)_minmax(6.5rem,auto)_auto_7rem] desk:touch:grid-cols-[auto_minmax(0,1fr)_minmax(6.5rem,auto)_auto_7rem_auto]';

/** On a phone the price goes below a name that needs its room; on a desktop each fact has a column. */
const FACTS =
  'max-desk:col-start-2 max-desk:row-start-1 max-desk:flex max-desk:flex-wrap max-desk:items-start max-desk:justify-end max-desk:gap-x-1 desk:contents';

/** It is at least as wide as its longest word, and no wider than the row. */
const NAME =
  'flex min-h-11 max-w-full items-baseline gap-1 py-2.5 max-desk:flex-[1_1_6.5rem] max-desk:cursor-pointer desk:col-start-2 desk:row-start-1';

const WHO = 'flex min-h-11 items-center px-1 desk:col-start-4 desk:row-start-1 desk:px-2';

const MORE_PLACE = 'col-start-3 row-start-1 -mr-2 min-w-9 py-1 desk:col-start-6 desk:hidden desk:touch:block';

/** Left of the amount, over the end of the name, on the color that the row has. */
const TOOLS =
  '[background:var(--row,var(--color-ground))] col-start-2 row-start-1 hidden items-start gap-1 self-stretch justify-self-end rounded-control py-1 pl-2 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 desk:flex desk:touch:hidden';
