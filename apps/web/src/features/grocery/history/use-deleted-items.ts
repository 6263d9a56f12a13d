import { enqueue } from '../../../data/outbox/enqueue.ts';
import { POLLED } from '../../../data/query-client.ts';
import { useDeleted } from '../../../data/reads/deleted.ts';
import { trpc } from '../../../data/trpc.ts';
import { momentHere } from '../../../lib/dates.ts';
import { counted, shortened } from '../../../lib/words/text.ts';
import type { DeletedPart } from '../../../ui/list/deleted-page.tsx';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';

/** The removed items of the household, without those that are being restored. */
export function useDeletedItems(): DeletedPart {
  const list = trpc.grocery.deleted.useInfiniteQuery(
    {},
    { ...POLLED, getNextPageParam: page => page.nextCursor },
  );
  const { known, ...progress } = useDeleted('grocery', list);
  return {
    title: 'Groceries',
    rows: known?.map(item => ({
      id: item.id,
      title: item.name,
      facts: item.count > 1 ? `×${counted(item.count)}` : undefined,
      deleted: `${item.deletedBy.username}, ${momentHere(item.deletedAt)}`,
      onRestore: () => void restore(item.id, item.name),
    })),
    ...progress,
  };
}

async function restore(id: string, name: string): Promise<void> {
  if (!(await enqueue('grocery.restore', { id }, { about: name }))) return;
  toastUndo(`“${shortened(name)}” restored`, () => void enqueue('grocery.delete', { id }, { about: name }));
}
