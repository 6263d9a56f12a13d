import { memo, type ReactNode, type Ref } from 'react';

/** What the rows of a list are drawn from. */
export interface Rows<T> {
  items: readonly T[];
  render: (item: T) => ReactNode;
  /** The number of rows, also of those that are not rendered; -1 if more may follow. */
  size: number;
}

/**
 * A change renders the rows whose item it changes, and not those that it moves. `render` stays the same function until it
 * draws something else.
 */
export const ListRow = memo(Row) as typeof Row;

interface ListRowProps<T extends { id: string }> extends Pick<Rows<T>, 'render'> {
  item: T;
  /** Its place among the rows that are not all rendered. The browser counts others itself. */
  index: number | undefined;
  /** See `Rows`; with an index. */
  size: number | undefined;
  className: string;
  ref?: Ref<HTMLLIElement>;
}

function Row<T extends { id: string }>({ item, render, index, size, className, ref }: ListRowProps<T>) {
  return (
    <li
      ref={ref}
      data-id={item.id}
      data-index={index}
      tabIndex={-1}
      aria-setsize={size}
      aria-posinset={index === undefined ? undefined : index + 1}
      className={`list-row ${className}`}
    >
      {render(item)}
    </li>
  );
}
