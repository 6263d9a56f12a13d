import { useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../data/session/session.ts';
import { messageOf } from '../../lib/error-message.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { AddButton, Page } from '../../ui/layout/page.tsx';
import type { Shown } from '../../ui/list/long/use-shown.ts';
import { useHistoryDialog } from '../../ui/overlay/use-history-dialog.ts';
import { Empty } from '../../ui/status/empty.tsx';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { LazyDialog } from '../../ui/status/lazy-view.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { EmptyBasket } from './empty-basket.tsx';
import type { Item } from './grocery.ts';
import { GroceryList } from './grocery-list.tsx';
import { GroceryTotal } from './grocery-total.tsx';
import { draftOf, edited } from './row/item-draft.ts';
import { ShoppingSwitch } from './shopping/shopping-switch.tsx';
import { useGroceries } from './use-groceries.ts';

interface GroceriesPageProps {
  /** The line above the list, which uses several features. */
  line: ReactNode;
  /** The item that a link leads to. */
  shown: Shown | undefined;
}

/** The household's shopping list (rule 12, rule 5.5). */
export function GroceriesPage({ line, shown }: GroceriesPageProps) {
  const { open: add, ...adding } = useHistoryDialog('add-item');
  const groceries = useGroceries();
  useShortcuts({ n: add });
  return (
    <Page title="Groceries" action={<AddButton {...ADD} onClick={add} />}>
      {line}
      <ShoppingSwitch />
      <Groceries {...groceries} shown={shown} />
      <LazyDialog from={dialog} open={adding.isOpen} onClose={adding.close}>
        {({ AddItemDialog }) => <AddItemDialog open={adding.isOpen} onClose={adding.close} />}
      </LazyDialog>
    </Page>
  );
}

type GroceriesProps = ReturnType<typeof useGroceries> & { shown: Shown | undefined };

function Groceries({ items, error, refetch, shown: target }: GroceriesProps) {
  const me = useCurrentUser().id;
  const draft = useSelector(edited);
  const editing = draft?.owner === me ? draft : null;
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
  const isMissing = target !== undefined && items.every(({ id }) => id !== target.id);
  const missing = isMissing && <p className="py-2 text-ink-soft">This item is not available</p>;
  const shown = editing ? withEdited(items, editing.item) : items;
  if (shown.length > 0) {
    return (
      <>
        {missing}
        <GroceryList
          items={shown}
          target={target}
          editing={editing}
          onEdit={item => edited.set(draftOf(item, me))}
        />
        <GroceryTotal items={items} isEditing={editing !== null} />
      </>
    );
  }
  return <Empty text="You have no groceries in your list." drawing={<EmptyBasket />} />;
}

/** An open form stays while others change its item. */
function withEdited(items: readonly Item[], editing: Item): Item[] {
  return [...items.filter(({ id }) => id !== editing.id), editing];
}

const dialog = createLazyModule(() => import('./add-item-dialog.tsx'));

const ADD = { label: 'Add Item', near: dialog.near };
