import type { Item } from './grocery.ts';
import { GroceryEdit } from './grocery-edit.tsx';
import { GroceryRow } from './grocery-row.tsx';

interface GroceryListProps {
  items: readonly Item[];
  /** The item in edit mode, as it was when Edit was pressed. */
  editing: Item | null;
  onEdit: (item: Item | null) => void;
}

/**
 * What is to buy and, under a line, what is in the cart: one list, so that a row that moves between the two
 * stays the same row and keeps the focus.
 */
export function GroceryList({ items, editing, onEdit }: GroceryListProps) {
  const firstInCart = items.findIndex(item => item.purchased);
  return (
    <ul className="-mx-4">
      {items.map((item, index) => (
        <li key={item.id} className={ITEM}>
          {index === firstInCart && <CartLine />}
          {item === editing ? (
            <GroceryEdit item={item} onClose={() => onEdit(null)} />
          ) : (
            <GroceryRow item={item} onEdit={() => onEdit(item)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function CartLine() {
  return (
    <p className="mx-4 mt-6 border-line border-b pb-2 font-medium text-ink-soft text-small">In the cart</p>
  );
}

/** The line ends where the column does, the row's hover reaches beyond it. */
const ITEM =
  'relative after:absolute after:inset-x-4 after:bottom-0 after:h-px after:bg-line last:after:hidden';
