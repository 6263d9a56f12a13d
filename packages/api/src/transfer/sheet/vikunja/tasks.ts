import { atMost } from '@onus/contract/limits/budgets';
import { SHEET_BUDGETS } from '@onus/contract/limits/sheet-budgets';
import { SHEET_LIMITS } from '@onus/contract/transfer/sheet-limits';
import { type VikunjaTask, vikunjaProjects, vikunjaTask } from '@onus/contract/transfer/vikunja';
import { DomainError } from '../../../core/errors.ts';
import type { CsvLine } from '../csv.ts';
import { jsonOf } from '../json.ts';

/** A task of the export, with its project. */
export interface Entry {
  project: string;
  task: VikunjaTask;
}

/**
 * The tasks of an export, each with its number in the file as the line, and its project and its JSON as the cells.
 * @throws DomainError BAD_REQUEST for what is no export, or has too many tasks.
 */
export function vikunjaLines(text: string): CsvLine[] {
  const projects = vikunjaProjects(jsonOf(text));
  if (!projects) throw new DomainError('BAD_REQUEST', 'This is no data.json of an export of Vikunja');
  const cells = projects.flatMap(({ title, tasks }) =>
    (tasks ?? []).map(task => [title ?? '', JSON.stringify(task) ?? '']),
  );
  if (cells.length > SHEET_LIMITS.lines) throw tooMany(cells.length);
  return cells.map((one, at) => ({ line: at + 1, cells: one }));
}

/** A task of the export, or why it cannot be read. */
export function readEntry({ cells: [project = '', text = ''] }: CsvLine): Entry | { reason: string } {
  if (text.length > SHEET_BUDGETS.sheetEntry.most) return { reason: atMost(SHEET_BUDGETS.sheetEntry) };
  const task = vikunjaTask.safeParse(jsonOf(text));
  if (task.success) return { project, task: task.data };
  const [issue] = task.error.issues;
  return { reason: `This task cannot be read: ${issue?.path.join('.') || 'it'} is not as Vikunja writes it` };
}

function tooMany(count: number): DomainError {
  const [have, most] = [count, SHEET_LIMITS.lines].map(number => number.toLocaleString('en-US'));
  return new DomainError('BAD_REQUEST', `The export has ${have} tasks. Import up to ${most} at a time.`);
}
