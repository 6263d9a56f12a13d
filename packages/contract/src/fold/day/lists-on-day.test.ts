import { expect, test } from 'vitest';
import type { Operation } from '../operation.ts';
import { foldTasks, type TaskRow } from '../task.ts';
import { countsOnDay, foldStored, listsOnDay, type StoredList } from './lists-on-day.ts';

const [SUNDAY, MONDAY, TUESDAY] = ['2026-11-22', '2026-11-23', '2026-11-24'];

function task(id: string, day: string, completed = false): TaskRow {
  const input = { id, title: id, dueDate: `${day}T12:00:00.000Z` };
  const create: Operation = { op: id, path: 'task.create', input, at: 0 };
  const me = { id: 'ana', username: 'Ana' };
  const list = { me, today: SUNDAY, source: 'mine', view: 'all', order: 'asc' } as const;
  const [row] = foldTasks([], [create], list);
  if (!row) throw new Error('No row');
  return { ...row, completed };
}

function list(view: StoredList<TaskRow>['view'], rows: TaskRow[], more: Partial<StoredList<TaskRow>> = {}) {
  return { view, order: 'asc', rows, day: SUNDAY, at: 1, isCut: false, ...more } as const;
}

function idsOf(lists: StoredList<TaskRow>[], today: string): string[][] {
  return listsOnDay(lists, today).map(rows => rows.map(({ id }) => id));
}

const LISTS = [
  list('today', [task('bins', SUNDAY), task('soup', SUNDAY, true)]),
  list('overdue', [task('rent', '2026-11-20')]),
  list('upcoming', [task('desk', MONDAY), task('lamp', MONDAY), task('oven', TUESDAY)]),
];

test('on the next day, what was upcoming is for today, and what is left of today is overdue', () => {
  expect(idsOf(LISTS, MONDAY)).toEqual([['desk', 'lamp'], ['rent', 'bins'], ['oven']]);
  expect(idsOf(LISTS, '2026-12-01')).toEqual([[], ['rent', 'bins', 'desk', 'lamp', 'oven'], []]);
});

test('a task that was moved since is on the list of its new date, also where that was read before', () => {
  const move = {
    op: 'm',
    path: 'task.update',
    input: { id: 'bins', dueDate: `${MONDAY}T12:00:00.000Z` },
    at: 2,
  };
  const create = {
    op: 'c',
    path: 'task.create',
    input: { id: 'yarn', title: 'Yarn', dueDate: move.input.dueDate },
  };
  const operations = [move, { ...create, at: 3 }] as Operation[];
  const me = { id: 'ana', username: 'Ana' };
  const lists = LISTS.map(one => {
    const listed = { me, today: SUNDAY, source: 'mine', view: one.view, order: one.order } as const;
    return { ...one, rows: foldStored(one.rows, operations, listed) };
  });
  expect(idsOf(lists, MONDAY)).toEqual([['bins', 'desk', 'lamp', 'yarn'], ['rent'], ['oven']]);
});

test('on the day on which they were read, the lists are as they were read', () => {
  expect(idsOf(LISTS, SUNDAY)).toEqual([['bins', 'soup'], ['rent'], ['desk', 'lamp', 'oven']]);
});

test('a list that is sorted from the newest date stays so', () => {
  const [today, overdue, upcoming] = LISTS.map(one => ({ ...one, order: 'desc' as const }));
  const lists = [today, overdue, upcoming] as StoredList<TaskRow>[];
  expect(idsOf(lists, TUESDAY)).toEqual([['oven'], ['lamp', 'desk', 'bins', 'rent'], []]);
});

test('the newest copy of a task counts, also that it was completed', () => {
  const done = list('complete', [task('desk', MONDAY, true)], { at: 2 });
  expect(idsOf([...LISTS, done], TUESDAY)).toEqual([['oven'], ['rent', 'bins', 'lamp'], [], ['desk']]);
});

test('a task that a newer list should have and has not is gone, unless that list is longer than what is stored', () => {
  const newer = { day: MONDAY, at: 2 };
  const upcoming = list('upcoming', [task('desk', MONDAY), task('lamp', MONDAY)]);
  const read = list('today', [task('lamp', MONDAY)], newer);
  expect(idsOf([read, upcoming, list('overdue', [])], TUESDAY)[2]).toEqual(['lamp']);
  expect(idsOf([{ ...read, isCut: true }, upcoming, list('overdue', [])], TUESDAY)[2]).toEqual([
    'desk',
    'lamp',
  ]);
});

test('the counts move with the tasks that are stored, and keep those that are not', () => {
  const counts = { today: 1, overdue: 1, upcoming: 5 };
  expect(countsOnDay(counts, SUNDAY, LISTS, MONDAY)).toEqual({ today: 2, overdue: 2, upcoming: 3 });
  expect(countsOnDay(counts, SUNDAY, LISTS, SUNDAY)).toEqual(counts);
  expect(countsOnDay(counts, SUNDAY, LISTS, '2026-12-01')).toEqual({ today: 0, overdue: 5, upcoming: 2 });
});
