import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Changed, differing, foldDeleted, stateAfter } from './history.ts';

const FIELDS = ['title', 'text', 'dueDate'] as const;
type State = Record<(typeof FIELDS)[number], number>;

const edit = fc.dictionary(fc.constantFrom(...FIELDS), fc.nat(4), { minKeys: 1, maxKeys: 3 });

test('the state after each change is what the object was then', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 8 }), edits => {
      let now: State = { title: 0, text: 0, dueDate: 0 };
      const states = [now];
      const entries: Changed[] = [];
      for (const next of edits) {
        const changes = Object.entries(next).map(([field, after]) => ({
          field,
          before: now[field as keyof State],
          after,
        }));
        entries.unshift({ changes });
        now = { ...now, ...next };
        states.unshift(now);
      }
      // The state before all changes comes last.
      const told = states.map((_, index) => ({ ...now, ...stateAfter(entries, index) }));
      expect(told).toEqual(states);
    }),
  );
});

test('a page of the history is enough for the fields that it names', () => {
  const page = [{ changes: [{ field: 'title', before: 'Milk', after: 'Oat milk' }] }];
  expect(stateAfter(page, 1)).toEqual({ title: 'Milk' });
});

test('what differs is set, and people in another order do not differ', () => {
  const now = { title: 'Milk', assignees: ['ben', 'ana'], recurrenceEndDate: null };
  expect(differing({ ...now, title: 'Oat milk', assignees: ['ana', 'ben'] }, now)).toEqual({
    title: 'Oat milk',
  });
  expect(differing({ assignees: ['ana'], recurrenceEndDate: null }, now)).toEqual({ assignees: ['ana'] });
});

test('a row that is being restored is not among the deleted ones, until that is undone', () => {
  const rows = [{ id: 'bins' }, { id: 'milk' }, { id: 'tea' }];
  const op = (path: 'task.restore' | 'grocery.restore' | 'task.delete', id: string) => ({
    ...{ op: path + id, path, input: { id }, at: 1 },
  });
  expect(foldDeleted(rows, [])).toEqual(rows);
  const queue = [op('task.restore', 'bins'), op('grocery.restore', 'milk')];
  expect(foldDeleted(rows, queue)).toEqual([{ id: 'tea' }]);
  expect(foldDeleted(rows, [...queue, op('task.delete', 'bins')])).toEqual([{ id: 'bins' }, { id: 'tea' }]);
});
