import { expect, it } from 'vitest';
import { changedRows } from './changed-rows.ts';

const LATER = '2026-01-01T00:00:01.000Z';

function row(id: string, title: string, updatedAt = '2026-01-01T00:00:00.000Z') {
  return { id, title, updatedAt };
}

it.each([
  ['nothing', [row('a', 'Bins')], [row('a', 'Bins')], []],
  [
    'an edited row',
    [row('a', 'Bins'), row('b', 'Desk')],
    [row('a', 'Bins'), row('b', 'Tidy the desk', LATER)],
    ['b'],
  ],
  ['a new row before the others', [row('a', 'Bins')], [row('b', 'Desk', LATER), row('a', 'Bins')], ['b']],
  ['a row that left', [row('a', 'Bins'), row('b', 'Desk')], [row('b', 'Desk')], []],
  ['an older row that moved up to the loaded page', [row('b', 'Desk', LATER)], [row('a', 'Bins')], []],
])('of %s, what changed', (_name, before, after, changed) => {
  expect(changedRows(before, after, 'title')).toEqual(changed);
  expect(changedRows({ items: before }, { items: after }, 'title')).toEqual(changed);
  expect(
    changedRows({ pages: [{ items: before }] }, { pages: [{ items: after }, { items: [] }] }, 'title'),
  ).toEqual(changed);
});

it('finds rows without a time, and none in other data', () => {
  expect(
    changedRows(
      [{ id: 'a', count: 1 }],
      [
        { id: 'a', count: 2 },
        { id: 'b', count: 1 },
      ],
      'count',
    ),
  ).toEqual(['a', 'b']);
  for (const data of [undefined, null, 7, 'text', { count: 3 }, [1, null]]) {
    expect(changedRows(data, data, 'count')).toEqual([]);
  }
});
