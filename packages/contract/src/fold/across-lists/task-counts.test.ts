import { expect, test } from 'vitest';
import type { Fate, TaskOperation } from '../operation.ts';
import { foldTasks, type TaskRow } from '../task.ts';
import { foldCounts } from './task-counts.ts';

const ME = { id: 'ana', username: 'Ana' };
const [EARLIER, TODAY, LATER] = ['2026-11-20', '2026-11-22', '2026-12-24'] as const;
const LIST = { me: ME, today: TODAY, source: 'mine' } as const;
const READ = 100;
const COUNTS = { today: 1, overdue: 2, upcoming: 3 };

type Queued = TaskOperation & Fate;

function due(day: string): string {
  return `${day}T12:00:00.000Z`;
}

function create(id: string, day: string, fate: Fate = {}): Queued {
  return { op: id, path: 'task.create', input: { id, title: id, dueDate: due(day) }, at: 0, ...fate };
}

function move(id: string, day: string, fate: Fate = {}): Queued {
  return { op: `move ${id}`, path: 'task.update', input: { id, dueDate: due(day) }, at: 0, ...fate };
}

function complete(id: string, fate: Fate = {}): Queued {
  return { op: `complete ${id}`, path: 'task.update', input: { id, completed: true }, at: 0, ...fate };
}

function remove(id: string): Queued {
  return { op: `delete ${id}`, path: 'task.delete', input: { id }, at: 0 };
}

function rows(...tasks: [id: string, day: string][]): readonly TaskRow[] {
  const queue = tasks.map(([id, day]) => create(id, day));
  return foldTasks([], queue, { ...LIST, view: 'all', order: 'asc' });
}

/** With the tasks that the counts include, each in the list of its date. */
function counted(queue: Queued[], lists = KNOWN, at = READ) {
  return foldCounts({ counts: COUNTS, at }, lists, queue, LIST);
}

const KNOWN = [
  { rows: rows(['plants', TODAY]), at: READ },
  { rows: rows(['bins', EARLIER], ['desk', EARLIER]), at: READ },
  { rows: rows(['trip', LATER]), at: READ },
];

test('the counts have what the queue adds, unless it is completed or deleted at once', () => {
  const queue = [
    ...[create('a', TODAY), create('b', EARLIER), create('c', LATER)],
    ...[create('d', LATER), complete('d'), create('e', LATER), remove('e')],
  ];
  expect(counted([])).toBe(COUNTS);
  expect(counted(queue)).toEqual({ today: 2, overdue: 3, upcoming: 4 });
  const forBen = { ...create('f', TODAY), input: { id: 'f', dueDate: due(TODAY), assignees: ['ben'] } };
  expect(counted([forBen as Queued])).toEqual(COUNTS);
});

test('the counts follow what the queue moves, completes, deletes and restores in any loaded list', () => {
  expect(counted([move('bins', TODAY), move('plants', LATER), move('desk', LATER)])).toEqual({
    ...{ today: 1, overdue: 0, upcoming: 5 },
  });
  expect(counted([complete('plants'), complete('trip')])).toEqual({ today: 0, overdue: 2, upcoming: 2 });
  expect(counted([remove('bins')])).toEqual({ today: 1, overdue: 1, upcoming: 3 });
  const restore: Queued = { op: 'restore', path: 'task.restore', input: { id: 'bins' }, at: 0 };
  expect(counted([remove('bins'), restore])).toEqual(COUNTS);
  expect(counted([move('bins', TODAY), move('bins', EARLIER)])).toEqual(COUNTS);
  expect(counted([complete('unknown'), move('unknown', TODAY)])).toEqual(COUNTS);
  expect(counted([{ ...complete('plants'), refusal: 'No' }])).toEqual(COUNTS);
});

test('counts that are newer than a list include what was applied in between, and not what waits', () => {
  const landed = { landedAt: READ + 5 };
  const newer = (queue: Queued[], lists = KNOWN) => counted(queue, lists, READ + 10);
  // The server has counted the moves. Taking one back is still to come.
  expect(newer([move('bins', TODAY, landed), move('bins', EARLIER)])).toEqual({
    ...{ today: 0, overdue: 3, upcoming: 3 },
  });
  expect(newer([move('bins', TODAY, landed)])).toEqual(COUNTS);
  expect(newer([complete('plants', landed)])).toEqual(COUNTS);
  expect(newer([create('a', TODAY, landed)])).toEqual(COUNTS);
  expect(newer([create('a', TODAY, landed), complete('a')])).toEqual({ today: 0, overdue: 2, upcoming: 3 });
});

test('counts that are older than a list lack a new task which that list has', () => {
  const queue = [create('plants', TODAY, { landedAt: READ - 5 })];
  const older = (more: Queued[]) => counted([...queue, ...more], KNOWN, READ - 10);
  expect(older([])).toEqual({ today: 2, overdue: 2, upcoming: 3 });
  expect(older([complete('plants')])).toEqual(COUNTS);
});

test('of two lists with a task, the newer one says how it is', () => {
  const moved = { rows: rows(['plants', LATER]), at: READ + 20 };
  const queue = [move('plants', LATER, { landedAt: READ + 5 }), complete('plants')];
  expect(counted(queue, [moved, ...KNOWN], READ + 20)).toEqual({ today: 1, overdue: 2, upcoming: 2 });
});
