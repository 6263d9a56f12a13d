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
      className={`list-row ${className}`}
    >
      {children}
    </li>
  );
}
