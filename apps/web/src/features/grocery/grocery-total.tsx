import { cx } from '../../lib/cx.ts';
import { dollars } from '../../lib/words/money.ts';
import { type Item, totalOf } from './grocery.ts';
import { useCountedUp } from './use-counted-up.ts';

interface GroceryTotalProps {
  items: readonly Item[];
  /** An open form on a phone needs the place above the bar for its own buttons. */
  isEditing: boolean;
}

/** Visible at the bottom. On a phone the list ends above it. */
export function GroceryTotal({ items, isEditing }: GroceryTotalProps) {
  const total = useCountedUp(totalOf(items));
  const inCart = items.filter(item => item.purchased);
  return (
    <section aria-label="Total" className="mt-12 desk:contents">
      <div className={cx(BAR, isEditing && 'max-desk:static')}>
        <p className="flex flex-wrap items-baseline gap-x-2 desk:order-2 desk:ml-auto">
          <span className="text-ink-soft">Total</span>
          <span className="text-page">{dollars(total)}</span>
        </p>
        <p className="text-ink-soft text-small">
          {inCart.length} of {items.length} in the cart
          {inCart.length > 0 && ` · ${dollars(totalOf(inCart))}`}
        </p>
      </div>
    </section>
  );
}

/** Its surface is as wide as the rows that pass below it, its line as wide as theirs. */
const BAR =
  'fixed inset-x-0 bottom-[calc(var(--spacing-bar)+var(--safe-bottom))] z-10 flex min-h-14 flex-wrap items-center justify-between gap-x-4 border-line border-t bg-surface px-4 py-2 desk:sticky desk:bottom-0 desk:-mx-4 desk:-mb-16 desk:min-h-16 desk:border-t-0 desk:bg-ground desk:before:absolute desk:before:inset-x-4 desk:before:top-0 desk:before:h-px desk:before:bg-line print:static! print:before:hidden';
