import { useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { createPart } from '../../lib/part.ts';
import { EmptyBasket } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { LateDialog } from '../../ui/late.tsx';
import { AddButton, Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type Item, inOrder } from './grocery.ts';
import { GroceryList } from './grocery-list.tsx';
import { GroceryTotal } from './grocery-total.tsx';
import { useGroceries } from './use-groceries.ts';

/** The household's shopping list (spec 2, decision 5.5). */
export function GroceriesPage() {
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);
  return (
    <Page title="Groceries" action={<AddButton {...ADD} onClick={add} />}>
      <Groceries onAdd={add} />
      <LateDialog part={dialog} open={adding} onClose={() => setAdding(false)}>
        {({ AddItemDialog }) => <AddItemDialog open={adding} onClose={() => setAdding(false)} />}
      </LateDialog>
    </Page>
  );
}

function Groceries({ onAdd }: { onAdd: () => void }) {
  const [editing, setEditing] = useState<Item | null>(null);
  const { items, error, refetch } = useGroceries();
  if (!items && error) {
    return (
      <div className="py-2">
        <ErrorNote message={messageOf(error)} onRetry={() => refetch()} />
      </div>
    );
  }
  if (!items) {
    return (
      <div className="flex justify-center py-14">
        <Spinner delayed />
      </div>
    );
  }
  const shown = editing ? withEdited(items, editing) : items;
  if (shown.length > 0) {
    return (
      <>
        <GroceryList items={shown} editing={editing} onEdit={setEditing} />
        <GroceryTotal items={items} />
      </>
    );
  }
  return (
    <Empty
      text="You have no groceries in your list."
      drawing={<EmptyBasket />}
      action={{ ...ADD, onClick: onAdd }}
    />
  );
}

/** An open form stays where it is, whatever others do with its item. */
function withEdited(items: readonly Item[], editing: Item): Item[] {
  return inOrder([...items.filter(({ id }) => id !== editing.id), editing]);
}

const dialog = createPart(() => import('./add-item-dialog.tsx'));

const ADD = { label: 'Add Item', near: dialog.near };
