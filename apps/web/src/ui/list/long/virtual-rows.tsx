import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { ListRow, type Rows } from './list-row.tsx';
import { useKeptPlace } from './use-kept-place.ts';
import type { RowFocus } from './use-row-focus.ts';
import { visibleAndKept } from './visible-range.ts';

interface VirtualRowsProps<T extends { id: string }> extends Rows<T> {
  box: RefObject<HTMLDivElement | null>;
  focus: RowFocus;
  /** The row with an open form, which stays rendered. */
  kept: string | undefined;
  /** Called when the end is near. */
  onNearEnd: (() => void) | false;
}

/** Pixels of a row before it is measured: a phone has two lines. */
const ROW = matchMedia('(width < 40rem)').matches ? 64 : 48;
/** Rendered rows beyond each edge, for keyboard navigation. */
const BEYOND = 8;
/** Loads more this many rows before the end. */
const AHEAD = 60;

/** Renders only the visible rows. Changes above them do not move them. */
export function VirtualRows<T extends { id: string }>(props: VirtualRowsProps<T>) {
  const { items, render, size, box, focus, kept, onNearEnd } = props;
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
  useKeptPlace(box, items, list);
  useLayoutEffect(() =>
    focus.scrollWith(index => {
      list.scrollToIndex(index);
      // The end of the box may be behind the bar of a selection.
      box.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' });
    }),
  );
  const isNearEnd = (list.range?.endIndex ?? 0) >= items.length - AHEAD;
  useEffect(() => {
    if (isNearEnd && onNearEnd) onNearEnd();
  });
  return (
    <ul ref={list.containerRef} {...focus.handlers} className="relative">
      {list.getVirtualItems().map(({ index, key }) => {
        const item = items[index];
        return (
          item && (
            <ListRow
              key={key}
              ref={list.measureElement}
              item={item}
              render={render}
              index={index}
              size={size}
              className="absolute inset-x-0"
            />
          )
        );
      })}
    </ul>
  );
}
