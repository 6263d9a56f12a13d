import { enqueue } from '../../../data/outbox/enqueue.ts';
import { POLLED } from '../../../data/query-client.ts';
import { useDeleted } from '../../../data/reads/deleted.ts';
import { trpc } from '../../../data/trpc.ts';
import { momentHere, plainDate } from '../../../lib/dates.ts';
import { shortened } from '../../../lib/words/text.ts';
import type { DeletedPart } from '../../../ui/list/deleted-page.tsx';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';
import { restoreTasks } from '../list/task-actions.ts';

/** The deleted tasks that the user could see, without those that are being restored. */
export function useDeletedTasks(): DeletedPart {
  const list = trpc.task.deleted.useInfiniteQuery(
    {},
    { ...POLLED, getNextPageParam: page => page.nextCursor },
  );
  const { known, ...progress } = useDeleted('task', list);
  return {
    title: 'Tasks',
    rows: known?.map(task => ({
      id: task.id,
      title: task.title,
      facts: plainDate(task.dueDate),
      deleted: `${task.deletedBy.username}, ${momentHere(task.deletedAt)}`,
      onRestore: task.may.restore ? () => void restore(task) : undefined,
    })),
    ...progress,
  };
}

async function restore({ id, title }: { id: string; title: string }): Promise<void> {
  const [isStored] = await restoreTasks([{ id, title }]);
  if (!isStored) return;
  toastUndo(`“${shortened(title)}” restored`, () => void enqueue('task.delete', { id }, { about: title }));
}
