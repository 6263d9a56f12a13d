import { Link } from '@tanstack/react-router';
import { renderAfterPaint } from '../../../data/outbox/state.ts';
import { useMark } from '../../../data/outbox/use-outbox.ts';
import { cx } from '../../../lib/cx.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { dollars } from '../../../lib/words/money.ts';
import { counted } from '../../../lib/words/text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Ring } from '../../../ui/list/ring.tsx';
import { RowMark } from '../../../ui/list/row-mark.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { tickItem } from '../actions/tick-item.ts';
import type { Item } from '../grocery.ts';
import { useGroceries } from '../use-groceries.ts';

/** An item outside the list, as it is now. A click opens it. */
export function ItemCard({ id }: { id: string }) {
  const { items, error, refetch } = useGroceries();
  const item = items?.find(one => one.id === id);
  return (
    <article className={CARD}>
      {item ? (
        <Known item={item} />
      ) : (
        <div className="px-3 py-2.5 text-small">
          {items && <p className="text-ink-soft">This item is not available</p>}
          {!items &&
            (error ? <ErrorNote message={messageOf(error)} onRetry={refetch} /> : <div className="h-7" />)}
        </div>
      )}
    </article>
  );
}

function Known({ item }: { item: Item }) {
  const { id, name, count, price, purchased } = item;
  return (
    <div className="flex items-start gap-1 py-0.5 pr-3 pl-1">
      <Ring
        label={`Tick off ${name}`}
        checked={purchased}
        onPress={() => renderAfterPaint(() => tickItem(item))}
        className="relative z-1"
      />
      <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 py-2.5">
        <Link
          to="/dash/groceries"
          search={{ item: id }}
          dir="auto"
          className={cx(
            'font-medium before:absolute before:inset-0 before:rounded-card',
            purchased && 'text-ink-soft',
          )}
        >
          {name}
        </Link>
        {count > 1 && <span className="text-ink-soft text-small">×{counted(count)}</span>}
        {price > 0 && <span className="text-ink-soft text-small">{dollars(price)}</span>}
        {purchased && <Badge tone="brand">In the cart</Badge>}
        <RowMark mark={useMark(id)} />
      </p>
    </div>
  );
}

const CARD =
  'relative w-80 max-w-full rounded-card bg-surface inset-ring inset-ring-line transition-colors has-[a:hover]:bg-hover';
