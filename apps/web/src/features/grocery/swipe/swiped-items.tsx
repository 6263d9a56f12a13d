import { ShoppingCart, Trash2, Undo2 } from 'lucide-react';
import type { RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { Side } from '../../../ui/list/swipe/gesture.ts';
import { SwipeHint } from '../../../ui/list/swipe/swipe-hint.tsx';
import { useSwipe } from '../../../ui/list/swipe/use-swipe.ts';
import { removeItem } from '../actions/remove-item.ts';
import { tickItem } from '../actions/tick-item.ts';
import type { Item } from '../grocery.ts';

interface SwipedItemsProps {
  items: readonly Item[];
  box: RefObject<HTMLElement | null>;
}

const BOTH: readonly Side[] = ['left', 'right'];

/** A swipe to the right ticks an item off or puts it back, one to the left removes it (rule 20.18). */
export function SwipedItems({ items, box }: SwipedItemsProps) {
  const swipe = useSwipe(box, {
    sidesOf: () => BOTH,
    onSwipe(id, side) {
      const item = items.find(one => one.id === id);
      if (item) void (side === 'right' ? tickItem(item) : removeItem(item));
    },
  });
  const item = swipe && items.find(({ id }) => id === swipe.id);
  // The row without the heading above it.
  const place = swipe?.row.querySelector('article')?.parentElement;
  return (
    item &&
    place &&
    createPortal(<SwipeHint {...hintOf(swipe.side, item)} side={swipe.side} isArmed={swipe.isArmed} />, place)
  );
}

/** What letting go will do. */
function hintOf(side: Side, { purchased }: Item) {
  if (side === 'left') return { icon: <Trash2 />, words: 'Remove' };
  return purchased
    ? { icon: <Undo2 />, words: 'Put back' }
    : { icon: <ShoppingCart />, words: 'In the cart' };
}
