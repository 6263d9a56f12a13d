import { HistoryDialog } from '../../../ui/overlay/history-dialog.tsx';
import type { Task } from '../task.ts';
import { useTaskHistory } from './use-task-history.ts';

interface TaskHistoryProps {
  task: Task;
  open: boolean;
  onClose: () => void;
}

/** Who changed what of a task. */
export function TaskHistory({ task, open, onClose }: TaskHistoryProps) {
  const history = useTaskHistory(task, open, onClose);
  return (
    <HistoryDialog
      open={open}
      onClose={onClose}
      title={
        <>
          History of “<bdi>{task.title}</bdi>”
        </>
      }
      {...history}
    />
  );
}
