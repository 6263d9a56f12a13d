import { memo, type ReactNode, type Ref } from 'react';

/** What the rows of a list are drawn from. */
export interface Rows<T> {
  items: readonly T[];
  render: (item: T) => ReactNode;
  /** The number of rows, also of those that are not rendered; -1 if more may follow. */
  size: number;
}

/** A change renders the rows whose item it changes. `render` stays the same function until it draws something else. */
export const ListRow = memo(Row) as typeof Row;

interface ListRowProps<T> extends Pick<Rows<T>, 'render'> {
  item: T;
  index: number;
  /** See `Rows`. Without it the browser counts the rows, and a change renders none but the changed ones. */
  size: number | undefined;
  className: string;
  ref?: Ref<HTMLLIElement>;
}

function Row<T>({ item, render, index, size, className, ref }: ListRowProps<T>) {
  return (
    <li
      ref={ref}
      data-index={index}
      tabIndex={-1}
      aria-setsize={size}
      aria-posinset={size && index + 1}
      className={`list-row ${className}`}
    >
      {render(item)}
    </li>
  );
}
