import { useSelector } from '@tanstack/react-store';
import { useEffect, useRef } from 'react';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { Button } from '../../ui/form/button.tsx';
import { useRowFocus } from '../../ui/list/long/use-row-focus.ts';
import { type Shown, useShown } from '../../ui/list/long/use-shown.ts';
import { usePlaces } from '../../ui/list/use-places.ts';
import { clearCart } from './actions/clear-cart.ts';
import type { Item } from './grocery.ts';
import { placed, sectionsOf } from './grocery-order.ts';
import { GroceryEdit } from './row/grocery-edit.tsx';
import { GroceryRow } from './row/grocery-row.tsx';
import type { ItemDraft } from './row/item-draft.ts';

interface GroceryListProps {
  items: readonly Item[];
  /** The item to scroll to. */
  target: Shown | undefined;
  editing: ItemDraft | null;
  onEdit: (item: Item) => void;
}

/**
 * Items to buy and, below a line, items in the cart. It is one list, so that a row that moves between the parts keeps
 * the focus. A row has keys, and on a phone it is swiped.
 */
export function GroceryList({ items, target, editing, onEdit }: GroceryListProps) {
  const list = useRef<HTMLUListElement>(null);
  const places = usePlaces(items, isInCart);
  const rows = placed(items, places);
  const inOrder = rows.map(({ item }) => item);
  const focus = useRowFocus(list, inOrder, editing ? NONE : KEYS);
  const swipe = useSelector(swiped.loaded);
  useEffect(() => {
    // The first swipe must find it loaded.
    if (navigator.maxTouchPoints > 0) swiped.fetchEarly();
  }, []);
  useShown(target, inOrder, () => {
    const row = list.current?.querySelector<HTMLElement>('[data-shown]');
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  });

  function clear(): void {
    const isFocused = list.current?.contains(document.activeElement);
    void clearCart(items);
    // The button goes with the cart. The first row keeps the focus in the list.
    if (isFocused) list.current?.querySelector('button')?.focus({ preventScroll: true });
  }

  return (
    <>
      <ul ref={list} {...focus.handlers} className="-mx-4">
        {rows.map(({ item, heading, isBelow }) => (
          <li
            key={item.id}
            data-id={item.id}
            tabIndex={-1}
            data-shown={item.id === target?.id || undefined}
            className={ITEM}
          >
            {heading === true && <CartLine onClear={clear} />}
            {typeof heading === 'string' && <SectionLine name={heading} />}
            <div className="grocery-item relative rounded-control has-data-by:animate-found">
              {item === editing?.item ? (
                <GroceryEdit draft={editing} sections={sectionsOf(items)} />
              ) : (
                <GroceryRow item={item} level={isBelow ? 3 : 2} onEdit={onEdit} />
              )}
            </div>
          </li>
        ))}
      </ul>
      {swipe && <swipe.SwipedItems items={inOrder} box={list} />}
    </>
  );
}

const swiped = createLazyModule(() => import('./swipe/swiped-items.tsx'));

/** The keys of a row (rule 20.8). */
const KEYS = ['x', 'e', '+', '-', 'p', 'h', 'c', 'Delete'];
const NONE: string[] = [];

function isInCart({ purchased }: Item): boolean {
  return purchased;
}

function SectionLine({ name }: { name: string }) {
  return (
    <h2 dir="auto" className={HEADING}>
      {name}
    </h2>
  );
}

function CartLine({ onClear }: { onClear: () => void }) {
  return (
    <div className={`${HEADING} flex items-center justify-between gap-3`}>
      <h2>In the cart</h2>
      <Button variant="plain" size="small" className="-mr-3 before:inset-x-0" onClick={onClear}>
        Clear cart
      </Button>
    </div>
  );
}

const HEADING = 'mx-4 mt-3 border-line border-b pb-1 font-medium desk:mt-5 text-ink-soft text-small';

/**
 * The line ends where the column does, the row's hover reaches beyond it. Scrolled to, a row is clear of the bar above and
 * the total below. The ring and the tint of a change are the row's, without the heading above it.
 */
const ITEM =
  'relative contain-content has-data-edit-form:contain-none scroll-mt-20 scroll-mb-44 touch-pan-y touch-pinch-zoom focus:[&_article]:bg-brand-wash focus:[&_article]:[--row:var(--color-brand-wash)] touch:[&_article]:select-none focus-visible:outline-none focus-visible:[&>.grocery-item]:outline-2 focus-visible:[&>.grocery-item]:outline-brand-strong focus-visible:[&>.grocery-item]:-outline-offset-2 after:absolute after:inset-x-4 after:bottom-0 after:h-px after:bg-line last:after:hidden focus-visible:after:hidden';
