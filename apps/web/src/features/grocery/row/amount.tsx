import { type Ref, useEffect, useRef, useState } from 'react';
import { cx } from '../../../lib/cx.ts';
import { Stepper } from '../../../ui/form/stepper.tsx';
import { adjustCount } from '../actions/adjust-count.ts';
import type { Item } from '../grocery.ts';

interface AmountProps {
  item: Item;
  /** Takes the focus from a tap on the name. */
  ref: Ref<HTMLDivElement>;
}

/** The stepper of an item. On a phone it shows while it has the focus. */
export function Amount({ item, ref }: AmountProps) {
  const [isOpen, setIsOpen] = useState(false);
  const closing = useRef<() => void>(undefined);
  useEffect(() => () => closing.current?.(), []);

  function open(): void {
    closing.current?.();
    setIsOpen(true);
  }

  /** A tap moves the focus before it clicks. If the rows moved up in between, it would click another one. */
  function close(): void {
    closing.current = afterClick(() => setIsOpen(false));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the stepper in it has the focus.
    <div
      className={cx(PLACE, !isOpen && 'max-desk:sr-only max-desk:opacity-0')}
      onFocus={open}
      onBlur={close}
    >
      <Stepper
        ref={ref}
        label={`Amount of ${item.name}`}
        value={item.count}
        onChange={wanted => void adjustCount(item, wanted - item.count)}
      />
    </div>
  );
}

/**
 * Calls back once the tap that began has clicked. Other ways to move the focus click nothing.
 * @returns a function that ends it.
 */
function afterClick(callback: () => void): () => void {
  const end = () => {
    clearTimeout(timer);
    removeEventListener('click', finish);
  };
  const finish = () => {
    end();
    callback();
  };
  const timer = setTimeout(finish, LONGER_THAN_A_TAP);
  addEventListener('click', finish);
  return end;
}

/** Milliseconds. */
const LONGER_THAN_A_TAP = 300;

/** On a phone a line of its own. */
const PLACE =
  'max-desk:order-1 max-desk:w-full max-desk:py-1.5 desk:col-start-3 desk:row-start-1 desk:justify-self-end desk:py-1.5 desk:pl-3';
