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
  size: number;
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
      aria-posinset={index + 1}
      className={`${className} ${ITEM}`}
    >
      {children}
    </li>
  );
}

/**
 * The line ends where the column does, the row's hover reaches beyond it. A finger that moves sideways swipes the row.
 * While rows are selected, the tint says which, and the focus has only its ring.
 */
const ITEM =
  'has-data-by:animate-found touch-pan-y touch-pinch-zoom touch:[&>article]:select-none rounded-control focus:bg-brand-wash focus:[--row:var(--color-brand-wash)] has-data-[selected=false]:bg-transparent has-data-[selected=true]:bg-brand-wash has-data-[selected=true]:[--row:var(--color-brand-wash)] after:absolute after:inset-x-4 after:bottom-0 after:h-px after:bg-line last:after:hidden focus-visible:after:hidden focus-visible:-outline-offset-2';
