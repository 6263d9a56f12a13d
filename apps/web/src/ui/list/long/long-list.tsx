import { useSelector } from '@tanstack/react-store';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../../../lib/cx.ts';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { LazyView } from '../../status/lazy-view.tsx';
import { ListRow, type Rows } from './list-row.tsx';
import { usePrinting } from './use-printing.ts';
import { type RowFocus, useRowFocus } from './use-row-focus.ts';
import { type Shown, useShown } from './use-shown.ts';

/** What works on the rows of a list from outside of them. */
export interface ListParts {
  box: RefObject<HTMLDivElement | null>;
  focus: RowFocus;
}

interface LongListProps<T extends { id: string }> {
  items: readonly T[];
  render: (item: T) => ReactNode;
  /** Keys that press the button of the focused row which names them in `aria-keyshortcuts`. */
  keys: readonly string[];
  /** The row with an open form, which stays rendered. */
  kept?: string | undefined;
  /** The row to scroll to. */
  shown?: Shown | undefined;
  /** Called near the end of the list; false if there are no more rows. */
  onNearEnd: (() => void) | false;
  /** Below the last row. */
  end?: ReactNode;
  className?: string | false;
  /** Beside the list. */
  tools?: (parts: ListParts) => ReactNode;
  /** Handlers of the list for the tools. */
  near?: Pick<ComponentProps<'div'>, 'onPointerEnter' | 'onMouseDown'>;
}

/** The most rows that are all rendered. A longer list renders only the visible ones, with code that few people need. */
const SHORT = 60;
/** Pixels, no more than a row has. */
const ROW = 48;

const keeping = createLazyModule(() => import('./kept-list.ts'));
const virtual = createLazyModule(() => import('./virtual-rows.tsx'));

/** A list of any length. The focus stays on its row, or moves to the next one if that row is removed. */
export function LongList<T extends { id: string }>(props: LongListProps<T>) {
  const { items, render, keys, kept, shown, onNearEnd, end, tools, near, className } = props;
  const box = useRef<HTMLDivElement>(null);
  const focus = useRowFocus(box, items, keys);
  useShown(shown, items, focus.moveTo);
  const keeper = useSelector(keeping.loaded);
  useEffect(keeping.fetchEarly, []);
  useEffect(() => (box.current && keeper?.keepList(box.current)) ?? undefined, [keeper]);
  const [isLong, setLong] = useState(items.length > SHORT);
  if (!isLong && items.length > SHORT) setLong(true);
  const isPrinting = usePrinting();
  // The rows that fit on the screen are painted first, and the others in the next moment.
  const isWhole = useDeferredValue(true, !!shown);
  const most = isPrinting ? items.length : isWhole ? SHORT : innerHeight / ROW + 1;
  const rows = { items, render, size: onNearEnd ? -1 : items.length };
  useEffect(() => {
    if (!isLong && onNearEnd) onNearEnd();
  });
  return (
    <>
      <div
        ref={box}
        {...near}
        className={cx(BOX, className, isLong ? '[--form-end:0px] [overflow-anchor:none]' : 'list-whole')}
      >
        <LazyView
          from={virtual}
          isWanted={isLong && !isPrinting}
          waiting={<ShortRows {...rows} most={most} focus={focus} />}
        >
          {({ VirtualRows }) => (
            <VirtualRows {...rows} box={box} focus={focus} kept={kept} onNearEnd={onNearEnd} />
          )}
        </LazyView>
        {end}
      </div>
      {tools?.({ box, focus })}
    </>
  );
}

const BOX = '-mx-4 max-h-[min(var(--container-list),var(--room,100dvh))] overflow-y-auto';

const WHOLE = { index: undefined, size: undefined };

interface ShortRowsProps<T extends { id: string }> extends Rows<T> {
  /** How many of them are rendered. */
  most: number;
  focus: RowFocus;
}

function ShortRows<T extends { id: string }>({ items, render, size, most, focus }: ShortRowsProps<T>) {
  return (
    <ul {...focus.handlers}>
      {items.slice(0, most).map((item, index) => (
        <ListRow
          key={item.id}
          item={item}
          render={render}
          {...(size === items.length ? WHOLE : { index, size })}
          className="relative"
        />
      ))}
    </ul>
  );
}
