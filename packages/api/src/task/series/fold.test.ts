import { RECURRENCE_FROM, RECURRENCE_TYPES } from '@onus/contract/dates/recurrence';
import type { TaskOperation } from '@onus/contract/fold/operation';
import { foldTasks, type TaskRow } from '@onus/contract/fold/task';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testWorld } from '../../testing.ts';

const rule = fc.record(
  {
    recurrenceType: fc.constantFrom(...RECURRENCE_TYPES),
    recurrenceInterval: fc.integer({ min: 1, max: 9 }),
    recurrenceDays: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    recurrenceEvery: fc.integer({ min: 1, max: 9 }),
    recurrenceFrom: fc.constantFrom(...RECURRENCE_FROM),
    recurrenceAnchor: fc.constantFrom(null, 1, 15, 30, 31),
    recurrenceEndDate: fc.constantFrom(null, '', '2031-06-01T12:00:00.000Z'),
  },
  { requiredKeys: [] },
);
const change = fc.oneof(
  rule,
  rule,
  fc.record({ completed: fc.boolean() }),
  fc.record({ dueTime: fc.constantFrom(null, '00:00', '17:30') }),
  fc.record({
    dueDate: fc.constantFrom(
      '2031-01-02T12:00:00.000Z',
      '2031-01-30T12:00:00.000Z',
      '2031-02-28T12:00:00.000Z',
    ),
  }),
);

/** What a list shows of a task, but for what only the server knows. */
function shown(row: TaskRow | undefined) {
  if (!row) throw new Error('No row');
  const { createdAt: _at, updatedAt: _version, skipTo: _skipTo, may: _may, completedAt, ...known } = row;
  // The series of a completed task begins on the date of the open one, which may not be on the list.
  const anchor = row.completed ? {} : { recurrenceAnchor: row.recurrenceAnchor };
  return { ...known, recurrenceAnchor: undefined, ...anchor, isDated: completedAt !== null };
}

test('whatever rules a task is given, the app shows before the response what the server makes of them', async () => {
  const world = testWorld(undefined, { firstDay: '2031-01-01' });
  const ana = await world.person('Ana');
  const { id: me, username } = await ana.call.auth.me();
  const list = {
    me: { id: me, username },
    ...({ source: 'mine', view: 'all', order: 'asc', today: '2031-01-01' } as const),
  };
  const fold = (rows: Parameters<typeof foldTasks>[0], operation: TaskOperation) =>
    foldTasks(rows, [operation], list)[0];
  const property = fc.asyncProperty(rule, fc.array(change, { maxLength: 6 }), async (first, changes) => {
    const at = world.clock();
    const input = { title: 'Bins', dueDate: '2031-01-01T12:00:00.000Z', ...first };
    const made = await ana.call.task.create(input).catch(() => null);
    if (!made) return;
    const created: TaskOperation = { op: made.id, path: 'task.create', input: { ...input, id: made.id }, at };
    expect(shown(fold([], created))).toEqual(shown(made));
    for (const one of changes) {
      const before = await ana.call.task.get({ id: made.id });
      const after = await ana.call.task.update({ id: made.id, ...one }).catch(() => null);
      if (!after) continue;
      const { endedSeries: _ended, overwrote: _overwrote, ...row } = after;
      // A task that is opened again is in its series again if the server says so.
      const isReopened = before.completed && !row.completed;
      const updated: TaskOperation = { op: 'u', path: 'task.update', input: { id: made.id, ...one }, at };
      const folded = fold([before], updated);
      expect(shown(folded && isReopened ? { ...folded, schedule: row.schedule } : folded)).toEqual(
        shown(row),
      );
    }
  });
  await fc.assert(property, { numRuns: 100 });
});
