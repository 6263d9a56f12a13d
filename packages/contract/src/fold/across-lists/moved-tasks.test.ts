import { expect, test } from 'vitest';
import type { Fate, Operation } from '../operation.ts';
import { foldTasks, type TaskListed, type TaskRow } from '../task.ts';
import { type ReadTasks, withMoved } from './moved-tasks.ts';

const LIST: TaskListed = {
  me: { id: 'ana', username: 'Ana' },
  today: '2026-11-22',
  source: 'mine',
  view: 'today',
  order: 'asc',
};

function due(day: string): string {
  return `${day}T12:00:00.000Z`;
}

function task(id: string, day: string): TaskRow {
  const input = { id, title: id, dueDate: due(day) };
  const create: Operation = { op: id, path: 'task.create', input, at: 0 };
  const [row] = foldTasks([], [create], { ...LIST, view: 'all' });
  if (!row) throw new Error('No row');
  return row;
}

function move(id: string, day: string): Operation {
  return { op: `move ${id} ${day}`, path: 'task.update', input: { id, dueDate: due(day) }, at: 1 };
}

function idsOf(rows: TaskRow[], others: ReadTasks[], queue: (Operation & Fate)[], list: TaskListed) {
  return withMoved(rows, others, queue, queue, list).map(({ id }) => id);
}

const LATE = [task('bins', '2026-11-20'), task('desk', '2026-11-21')];

test('overdue tasks that the queue moves to today stand in their place on that list, and only those', () => {
  const today = [task('plants', '2026-11-22')];
  const shown = (queue: Operation[]) => idsOf(today, [{ rows: LATE, at: 0 }], queue, LIST);
  expect(shown([move('bins', LIST.today)])).toEqual(['bins', 'plants']);
  expect(shown([move('bins', LIST.today), move('desk', '2026-11-30')])).toEqual(['bins', 'plants']);
  expect(shown([move('bins', LIST.today), move('bins', '2026-11-20')])).toEqual(['plants']);
  expect(
    shown([move('bins', LIST.today), { op: 'x', path: 'task.delete', input: { id: 'bins' }, at: 2 }]),
  ).toEqual(['plants']);
  // The list has it already: its response overtook the verdict.
  expect(withMoved(LATE, [{ rows: LATE, at: 0 }], [move('bins', LIST.today)], [], LIST)).toBe(LATE);
});

test('of several lists the newest counts, with the operations that it does not contain', () => {
  const landed = { ...move('bins', LIST.today), landedAt: 5 };
  const [bins] = LATE as [TaskRow];
  const older = { rows: [bins], at: 1 };
  expect(idsOf([], [older], [landed], LIST)).toEqual(['bins']);
  // Since then someone has moved it back.
  expect(idsOf([], [older, { rows: [bins], at: 6 }], [landed], LIST)).toEqual([]);
  expect(idsOf([], [{ rows: [bins], at: 6 }, older], [landed], LIST)).toEqual([]);
});

test('a new task moves although no list has it but by the queue', () => {
  const input = { id: 'bins', title: 'bins', dueDate: due('2026-11-20') };
  const made = { op: 'bins', path: 'task.create', input, at: 0, landedAt: 2 } as const;
  // The list that it moves to was read after the server had created it, and the list that it leaves before.
  const shown = (...later: Operation[]) =>
    withMoved([], [{ rows: [], at: 1 }], later, [made, ...later], LIST).map(({ id }) => id);
  expect(shown(move('bins', LIST.today))).toEqual(['bins']);
  expect(shown(move('bins', '2026-11-23'))).toEqual([]);
  expect(shown(move('bins', LIST.today), { op: 'x', path: 'task.delete', input, at: 2 })).toEqual([]);
});

test('a completed task is taken in by the lists that show some', () => {
  const done = [{ rows: [{ ...task('bins', '2026-11-20'), completed: true }], at: 0 }];
  const set = (input: object): Operation => ({
    op: 'c',
    path: 'task.update',
    input: { id: 'bins', ...input },
    at: 1,
  });
  const on = (view: TaskListed['view'], queue: Operation[]) => idsOf([], done, queue, { ...LIST, view });
  expect(on('complete', [set({ completed: true })])).toEqual(['bins']);
  expect(on('complete', [set({ completed: false })])).toEqual([]);
  expect(on('overdue', [set({ completed: true })])).toEqual([]);
  expect(on('overdue', [set({ completed: false })])).toEqual(['bins']);
  expect(on('today', [move('bins', LIST.today)])).toEqual(['bins']);
  expect(on('upcoming', [move('bins', '2026-11-30')])).toEqual([]);
  // What no operation has moved is where the server says.
  expect(on('complete', [set({ title: 'Bin' })])).toEqual([]);
});
