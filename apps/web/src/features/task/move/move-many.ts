import { type Day, dayOf, noonOf } from '@onus/contract/dates/calendar';
import { endsBefore } from '@onus/contract/dates/rule';
import { enqueueAll } from '../../../data/outbox/enqueue.ts';
import { counted, shortened } from '../../../lib/words/text.ts';
import type { Task } from '../task.ts';

/** One task of several that move together. */
export interface Move extends Pick<Task, 'id' | 'title'> {
  from: string;
  to: string;
}

/** Whether a task may move to a date: its series has not ended before. */
export function isMovable({ may, recurrenceEndDate }: Task, day: Day): boolean {
  return may.edit && !endsBefore(recurrenceEndDate, day);
}

/** The moves of tasks to a date. Those that are due on it stay. */
export function movesTo(tasks: readonly Task[], day: Day): Move[] {
  return tasks
    .filter(({ dueDate }) => dayOf(dueDate) !== day)
    .map(({ id, title, dueDate }) => ({ id, title, from: dueDate, to: noonOf(day) }));
}

/** Each task is a change of its own, so that a refusal of one keeps no other back. @returns what was stored. */
export async function moveTogether(moves: readonly Move[]): Promise<Move[]> {
  const calls = moves.map(({ id, title, from, to }) => ({
    input: { id, dueDate: to, was: { dueDate: from } },
    about: title,
  }));
  const stored = await enqueueAll('task.update', calls);
  return moves.filter((_move, place) => stored[place]);
}

export function undoMoves(moves: readonly Move[]): void {
  void moveTogether(moves.map(({ from, to, ...task }) => ({ ...task, from: to, to: from })));
}

/** "3 tasks", or the title of a single one. */
export function nameOfTasks(tasks: readonly Pick<Task, 'title'>[]): string {
  const [only] = tasks;
  return tasks.length === 1 && only ? `“${shortened(only.title)}”` : countOfTasks(tasks.length);
}

export function countOfTasks(count: number): string {
  return count === 1 ? '1 task' : `${counted(count)} tasks`;
}
