import type { ReactNode, Ref } from 'react';

/** What the rows of a list are drawn from. */
export interface Rows<T extends { id: string }> {
  items: readonly T[];
  render: (item: T) => ReactNode;
  /** The number of rows, also of those that are not rendered; -1 if more may follow. */
  size: number;
}

interface ListRowProps {
  index: number;
  /** See `Rows`. Without it the browser counts the rows, and a change renders none but the changed ones. */
  size: number | undefined;
  className: string;
  ref?: Ref<HTMLLIElement>;
  children: ReactNode;
}

export function ListRow({ index, size, className, ref, children }: ListRowProps) {
  return (
    <li
      ref={ref}
      data-index={index}
      tabIndex={-1}
      aria-setsize={size}
      aria-posinset={size && index + 1}
      className={`${className} ${ITEM}`}
    >
      {children}
    </li>
  );
}

/**
 * The line ends where the column does, the row's hover reaches beyond it. A finger that moves sideways swipes the row.
 * While rows are selected, the tint says which, and the focus has only its ring. What changes in a row, or moves it, lays
 * out and paints no other one; the lists of a form, and the name of a group, reach beyond their row.
 */
const ITEM =
  'contain-content has-[[data-edit-form],.person-line]:contain-none has-data-by:animate-found touch-pan-y touch-pinch-zoom touch:[&>article]:select-none rounded-control focus:bg-brand-wash focus:[--row:var(--color-brand-wash)] has-data-[selected=false]:bg-transparent has-data-[selected=true]:bg-brand-wash has-data-[selected=true]:[--row:var(--color-brand-wash)] after:absolute after:inset-x-4 after:bottom-0 after:h-px after:bg-line last:after:hidden focus-visible:after:hidden focus-visible:-outline-offset-2';
