import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../../../lib/cx.ts';
import { dollars, plainPrice, typedDollars } from '../../../lib/words/money.ts';
import { counted } from '../../../lib/words/text.ts';
import { type Item, priceOf } from '../grocery.ts';
import { editItem } from './edit-item.ts';

/** The price of one, and the total if there are several. Pressing it opens a field; Enter saves. */
export function Price({ item }: { item: Item }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasFocus = useRef(false);

  // The button gets back the focus that the field had.
  useEffect(() => {
    if (!isOpen && hasFocus.current) button.current?.focus({ preventScroll: true });
    hasFocus.current = false;
  }, [isOpen]);

  function close(keepsFocus: boolean): void {
    hasFocus.current = keepsFocus;
    setIsOpen(false);
  }

  return (
    <div className={PLACE}>
      {isOpen ? (
        <PriceField item={item} onClose={close} />
      ) : (
        <button
          ref={button}
          type="button"
          aria-keyshortcuts="p"
          onClick={() => setIsOpen(true)}
          className={cx(BUTTON, item.price > 0 && 'print:block!')}
        >
          {item.price === 0 ? (
            <>
              <span className="text-ink-soft text-small">Add price</span>
              <span className="sr-only">
                , Price of {item.name}: {dollars(0)}
              </span>
            </>
          ) : (
            <>
              <span className="sr-only">Price of {item.name}: </span>
              <span>{dollars(item.price)}</span>
            </>
          )}
        </button>
      )}
      {item.count > 1 && item.price > 0 && (
        <span className={TOTAL}>
          <span className="max-desk:sr-only">{counted(item.count)} for </span>
          {dollars(priceOf(item))}
        </span>
      )}
    </div>
  );
}

type PriceFieldProps = {
  item: Item;
  /** @param keepsFocus whether the row keeps the focus. */
  onClose: (keepsFocus: boolean) => void;
};

/** Leaving the field saves too. Escape does not. */
function PriceField({ item, onClose }: PriceFieldProps) {
  const [typed, setTyped] = useState(item.price === 0 ? '' : typedDollars(item.price));
  const [problem, setProblem] = useState('');
  const note = useId();
  const isDone = useRef(false);

  function finish(keepsFocus: boolean): void {
    isDone.current = true;
    onClose(keepsFocus);
  }

  /** @returns why not; empty if it is saved. */
  function save(): string {
    const price = Number(plainPrice(typed) || 0);
    const reason = problemWith(price);
    if (!reason && price !== item.price) void editItem(item, { price });
    return reason;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') finish(true);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const reason = save();
    if (reason) setProblem(reason);
    else finish(true);
  }

  function onBlur(): void {
    if (isDone.current) return;
    save();
    finish(false);
  }

  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: a person who asked for the field wants to type into it.
        autoFocus
        type="text"
        inputMode="decimal"
        enterKeyHint="done"
        autoComplete="off"
        aria-label={`Price of ${item.name}`}
        aria-invalid={problem !== '' || undefined}
        aria-describedby={note}
        value={typed}
        onFocus={event => event.target.select()}
        onChange={event => {
          setTyped(event.target.value);
          setProblem('');
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        className={FIELD}
      />
      {problem && (
        <p id={note} role="alert" className="text-danger text-small">
          {problem}
        </p>
      )}
    </>
  );
}

/** @returns an empty text for a price. */
function problemWith(price: number): string {
  if (Number.isNaN(price)) return 'Use digits, such as 1.39';
  if (price < 0) return `At least ${dollars(0)}`;
  return price > HIGHEST ? `At most ${dollars(HIGHEST)}` : '';
}

/** Dollars, as the server allows. */
const HIGHEST = 1_000_000;

const PLACE =
  'flex min-h-11 min-w-0 flex-col items-end justify-center text-right desk:col-start-5 desk:row-start-1';

/** On a phone the count stands beside the name. */
const TOTAL = "text-ink-soft text-small leading-4 max-desk:before:mr-1 max-desk:before:content-['=']";

const BUTTON =
  'relative -mr-2 desk:touch:mr-0 min-h-7 rounded-control px-2 text-right transition-colors before:absolute before:-inset-y-2 before:inset-x-0 hover:bg-hover desk:before:-inset-y-1.5';

const FIELD =
  'h-7 w-24 min-w-0 rounded-control border border-edge bg-surface px-2 text-right text-body text-ink focus-visible:border-brand-strong focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger';
