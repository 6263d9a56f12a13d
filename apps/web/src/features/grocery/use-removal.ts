import { messageOf } from '../../lib/message.ts';
import { shortened } from '../../lib/text.ts';
import { trpc } from '../../trpc.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import type { Item } from './grocery.ts';

/**
 * Removes an item at once, so that nothing hangs on this page staying open, and offers to bring the same
 * one back for as long as the toast is there.
 */
export function useRemoval(item: Item) {
  const onError = (error: unknown) => toastError(messageOf(error));
  const tick = trpc.grocery.update.useMutation({ onError });
  const restore = trpc.grocery.create.useMutation({
    onError,
    onSuccess: ({ id }) => item.purchased && tick.mutate({ id, purchased: true }),
  });
  const remove = trpc.grocery.delete.useMutation({
    scope: scopeOf(item),
    onError,
    onSuccess: () => toastSuccess(`“${shortened(item.name)}” removed`, { label: 'Undo', onClick: undo }),
  });

  function undo(): void {
    const { id, name, count, price } = item;
    restore.mutate({ id, name, count, price });
  }

  return () => remove.mutate({ id: item.id });
}

/** What is asked of one item is asked in turn: of two counts tapped quickly the last must win. */
export function scopeOf({ id }: Item) {
  return { id: `grocery ${id}` };
}
