import { TaskList } from './task-list.tsx';

interface MonthTasksProps {
  /** YYYY-MM */
  month: string;
  of: 'complete' | 'incomplete';
}

/** The tasks behind one bar of the chart. */
export function MonthTasks({ month, of }: MonthTasksProps) {
  return (
    <TaskList source="managed" filter={{ view: of, order: 'desc', month }} empty="There are no such tasks." />
  );
}
