import { expect, test } from 'vitest';
import { isScarce } from './room.ts';

test.each([
  ['a tenth is free', { free: 10, total: 100 }, 10, false],
  ['less than a tenth is free', { free: 9, total: 100 }, 1, true],
  ['a copy of the database does not fit', { free: 40, total: 100 }, 41, true],
])('%s', (_what, room, bytes, expected) => {
  expect(isScarce(room, bytes)).toBe(expected);
});
