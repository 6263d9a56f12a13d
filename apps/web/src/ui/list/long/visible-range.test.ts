import { expect, it } from 'vitest';
import { visibleAndKept } from './visible-range.ts';

const ITEMS = Array.from({ length: 100 }, (_, index) => ({ id: `row ${index}` }));
const RANGE = { startIndex: 10, endIndex: 12, overscan: 1, count: ITEMS.length };

it.each([
  ['no row', [], [9, 10, 11, 12, 13]],
  ['one that is gone', ['row 200', undefined], [9, 10, 11, 12, 13]],
  ['one in sight', ['row 11'], [9, 10, 11, 12, 13]],
  ['two above and one below', ['row 50', 'row 2', 'row 3'], [2, 3, 9, 10, 11, 12, 13, 50]],
  ['the same row twice', ['row 2', 'row 2'], [2, 9, 10, 11, 12, 13]],
])('%s is kept beside those in sight', (_name, kept, shown) => {
  expect(visibleAndKept(RANGE, ITEMS, kept)).toEqual(shown);
});
