import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { cx } from '../../lib/cx.ts';
import { messageOf } from '../../lib/message.ts';
import { dollars } from '../../lib/money.ts';
import { counted } from '../../lib/text.ts';
import { useCurrentUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { PersonBadge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Ring } from '../../ui/ring.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { toastError } from '../../ui/toast.tsx';
import { type Item, priceOf } from './grocery.ts';
import { scopeOf, useRemoval } from './use-removal.ts';

/** One item: the ring puts it in the cart, the stepper counts, the buttons show on hover or focus. */
export function GroceryRow({ item, onEdit }: { item: Item; onEdit: () => void }) {
  const me = useCurrentUser();
  const { addedBy } = item;
  const row = useRef<HTMLElement>(null);
  const remove = useRemoval(item);
  const update = trpc.grocery.update.useMutation({
    scope: scopeOf(item),
    onError: error => toastError(messageOf(error)),
  });
  return (
    <article ref={row} className={ROW}>
      <Ring
        label={`Tick off ${item.name}`}
        checked={item.purchased}
        onClick={() => update.mutate({ id: item.id, purchased: !item.purchased })}
      />
      <h2
        dir="auto"
        className={cx(
          'min-w-0 py-2.5 text-card transition-colors',
          item.purchased && 'font-normal text-ink-soft line-through decoration-line',
        )}
      >
        {item.name}
      </h2>
      <div className="col-start-2 row-start-2 flex items-center gap-3 desk:col-start-4 desk:row-start-1 desk:py-1.5">
        <Stepper
          label={`Amount of ${item.name}`}
          value={item.count}
          onChange={count => update.mutate({ id: item.id, count })}
        />
        <PersonBadge id={addedBy.id} name={addedBy.username} me={addedBy.id === me.id} />
      </div>
      <Price item={item} />
      <Actions
        name={item.name}
        onEdit={onEdit}
        onRemove={() => {
          handOverFocus(row.current);
          remove();
        }}
      />
    </article>
  );
}

/** A row that goes would take the focus with it: its neighbour gets it. */
function handOverFocus(row: HTMLElement | null): void {
  if (!row?.contains(document.activeElement)) return;
  const place = row.closest('li');
  const neighbour = place?.nextElementSibling ?? place?.previousElementSibling;
  neighbour?.querySelector('button')?.focus({ preventScroll: true });
}

/** The price of one, and where there are several what they come to. */
function Price({ item }: { item: Item }) {
  return (
    <p className="flex min-h-11 min-w-18 max-w-32 flex-col pl-2 justify-center text-right desk:col-start-5 desk:row-start-1 desk:min-w-28 desk:max-w-none">
      <span className={cx(item.price === 0 && 'text-ink-soft')}>{dollars(item.price)}</span>
      {item.count > 1 && item.price > 0 && (
        <span className="text-ink-soft text-small">
          {counted(item.count)} for {dollars(priceOf(item))}
        </span>
      )}
    </p>
  );
}

type ActionsProps = { name: string; onEdit: () => void; onRemove: () => void };

function Actions({ name, onEdit, onRemove }: ActionsProps) {
  return (
    <>
      <div className="col-start-3 row-start-1 hidden gap-1 py-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 desk:flex">
        <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
        <IconButton label={`Remove ${name}`} icon={<Trash2 />} danger onClick={onRemove} />
      </div>
      <div className="col-start-3 row-start-2 -mr-2 justify-self-end desk:hidden">
        <Menu
          trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis />} />}
          items={[
            { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: onEdit },
            { label: 'Remove', icon: <Trash2 aria-hidden="true" />, onSelect: onRemove, danger: true },
          ]}
        />
      </div>
    </>
  );
}

/** Two lines on a phone, one on a desk, where the columns of count and price stand under each other. */
const ROW =
  'group grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-1 rounded-control py-1.5 pr-4 pl-1.5 transition-colors hover:bg-hover desk:grid-cols-[auto_minmax(0,1fr)_auto_auto_auto]';
