import { dayOf } from '../dates/calendar.ts';
import type { ExportFile } from './export-schema.ts';

type Task = ExportFile['tasks'][number];

/** Converts a file of version 1, where each occurrence had its own rule, to version 2. */
export function withSchedules(file: ExportFile): ExportFile {
  if (file.version === 2) return file;
  const series = Map.groupBy(file.tasks.filter(isRepeating), one => one.series ?? '');
  const tasks = file.tasks.map(one => scheduled(one, isRepeating(one) ? series.get(one.series ?? '') : []));
  return { ...file, version: 2, tasks };
}

function isRepeating(task: Task): boolean {
  return task.recurrenceType !== 'none';
}

function scheduled(task: Task, series: readonly Task[] = []): Task {
  const inOrder = series.toSorted((one, other) => (dayOf(one.dueDate) < dayOf(other.dueDate) ? -1 : 1));
  // The series continues from its open occurrence, or else from its last.
  const source = inOrder.findLast(one => !one.completed) ?? inOrder.at(-1);
  if (!source) return { ...task, series: null, anchorDay: null };
  const { recurrenceType, recurrenceInterval, recurrenceEndDate, anchorDay } = source;
  const firstDay = dayOf(source.dueDate);
  const before = inOrder[inOrder.indexOf(task) - 1];
  return {
    ...task,
    ...{ recurrenceType, recurrenceInterval, recurrenceEndDate, anchorDay, firstDay },
    ended: source.completed && (recurrenceEndDate === null || dayOf(recurrenceEndDate) > firstDay),
    scheduledDay: task.completed || task === source ? dayOf(task.dueDate) : null,
    follows: before?.completed ? before.id : null,
  };
}
