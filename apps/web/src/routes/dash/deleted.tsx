import { createFileRoute } from '@tanstack/react-router';
import { useDeletedItems } from '../../features/grocery/history/use-deleted-items.ts';
import { useDeletedTasks } from '../../features/task/history/use-deleted-tasks.ts';
import { DeletedPage } from '../../ui/list/deleted-page.tsx';

export const Route = createFileRoute('/dash/deleted')({
  preload: false,
  component: Deleted,
});

function Deleted() {
  return <DeletedPage parts={[useDeletedTasks(), useDeletedItems()]} />;
}
