import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { visibleAndKept } from './long-list-range.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useRowFocus } from './use-row-focus.ts';

interface LongListProps<T extends { id: string }> {
  items: readonly T[];
  render: (item: T) => ReactNode;
  /** Keys that press the button of the focused row which names them in `aria-keyshortcuts`. */
  keys: readonly string[];
  /** This one stays, however far it is scrolled away: a form is open in it. */
  kept?: string | undefined;
  /** Called when the reader comes near the end; false where there is no more. */
  onNearEnd: (() => void) | false;
  /** Below the last row. */
  end?: ReactNode;
}

/** Pixels of a row before it is measured. */
const ROW = 78;
/** Rows beyond either edge: what the keyboard moves to next is there already. */
const BEYOND = 8;
/** So many rows before the end more are asked for. */
const AHEAD = 60;

/**
 * A list of any length: only the rows in sight are there. What arrives, goes or changes above them moves
 * nothing, and the focus stays on its row, or goes to the next one when that row goes.
 */
export function LongList<T extends { id: string }>({ items, render, ...props }: LongListProps<T>) {
  const { keys, kept, onNearEnd, end } = props;
  const box = useRef<HTMLDivElement>(null);
  const focus = useRowFocus(box, items, keys, index => list.scrollToIndex(index));
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: BEYOND,
    getItemKey: index => items[index]?.id ?? index,
    rangeExtractor: range => visibleAndKept(range, items, [kept, focus.activeId()]),
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    useFlushSync: false,
  });
  const rows = list.getVirtualItems();
  const onScroll = useKeptPlace(box, items, list);
  const isNearEnd = (list.range?.endIndex ?? 0) >= items.length - AHEAD;

  useEffect(() => {
    if (isNearEnd && onNearEnd) onNearEnd();
  });

  return (
    <div
      ref={box}
      onScroll={onScroll}
      className="-mx-4 max-h-(--container-list) overflow-y-auto [overflow-anchor:none]"
    >
      <ul ref={list.containerRef} {...focus.handlers} className="relative">
        {rows.map(({ index, key }) => {
          const item = items[index];
          return (
            item && (
              <li
                key={key}
                ref={list.measureElement}
                data-index={index}
                tabIndex={-1}
                aria-setsize={onNearEnd ? -1 : items.length}
                aria-posinset={index + 1}
                className={ITEM}
              >
                {render(item)}
              </li>
            )
          );
        })}
      </ul>
      {end}
    </div>
  );
}

/** The line ends where the column does, the row's hover reaches beyond it. */
const ITEM =
  'absolute inset-x-0 rounded-control after:absolute after:inset-x-4 after:bottom-0 after:h-px after:bg-line last:after:hidden focus-visible:after:hidden focus-visible:-outline-offset-2';
