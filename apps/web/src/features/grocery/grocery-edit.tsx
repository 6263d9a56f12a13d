import { wholeCount } from '@onus/contract/amount';
import { type KeyboardEvent, useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { typedDollars } from '../../lib/money.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Field } from '../../ui/field.tsx';
import { CountField } from './count-field.tsx';
import type { Item, ItemChange } from './grocery.ts';

/**
 * A row in edit mode. It starts from the item as it was when Edit was pressed, and saves only what was
 * changed in it: what others have changed since stays.
 */
export function GroceryEdit({ item, onClose }: { item: Item; onClose: () => void }) {
  const [name, setName] = useState(item.name);
  const [count, setCount] = useState(String(item.count));
  const [price, setPrice] = useState(typedDollars(item.price));
  const save = trpc.grocery.update.useMutation({ onSuccess: onClose });

  function submit(): void {
    const changes: Omit<ItemChange, 'id'> = {
      ...(name !== item.name && { name }),
      ...(wholeCount(count) !== item.count && { count: wholeCount(count) }),
      ...(price !== typedDollars(item.price) && { price: plainPrice(price) }),
    };
    if (Object.keys(changes).length === 0) onClose();
    else save.mutate({ id: item.id, ...changes });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onClose();
  }

  return (
    <form
      noValidate
      aria-label={`Edit ${item.name}`}
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
      className="mx-4 my-2 flex flex-col gap-4 rounded-card bg-surface p-4 inset-ring inset-ring-line"
    >
      <Field label="Name" autoFocus value={name} onChange={event => setName(event.target.value)} />
      <div className="grid grid-cols-2 gap-4">
        <CountField value={count} onChange={setCount} />
        <Field
          label="Price"
          inputMode="decimal"
          className="text-right"
          value={price}
          onChange={event => setPrice(event.target.value)}
        />
      </div>
      {save.error && <ErrorNote message={messageOf(save.error)} />}
      <div className="flex justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** "$3,50" is what people type; nothing typed is no price. Anything else is the server's to judge. */
function plainPrice(typed: string): string {
  return (
    typed
      .trim()
      .replace(/^\$\s*/, '')
      .replace(/^(\d+),(\d{1,2})$/, '$1.$2') || '0'
  );
}
