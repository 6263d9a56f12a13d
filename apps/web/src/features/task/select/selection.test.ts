import { beforeEach, expect, test } from 'vitest';
import type { Row } from '../list/use-done-tasks.ts';
import { selected } from './selected.ts';
import { dropMissing, endSelection, nextPlace, selectTo, toggleSelected } from './selection.ts';

const LINE: Row = { id: 'done', count: 2 };

function rowsOf(...ids: string[]): Row[] {
  return ids.map(id => (id === LINE.id ? LINE : ({ id } as Row)));
}

const ROWS = rowsOf('a', 'b', 'c', 'd', 'done', 'e', 'f');

function chosen(): string[] {
  return [...selected.get()].sort();
}

beforeEach(endSelection);

test('a range goes from the active row to another one, without the line between them', () => {
  selectTo(ROWS, 5, 'c');
  expect(chosen()).toEqual(['c', 'd', 'e']);
});

test('without an active row the range begins where it ends', () => {
  selectTo(ROWS, 2, undefined);
  expect(chosen()).toEqual(['c']);
  selectTo(ROWS, 0, 'c');
  expect(chosen()).toEqual(['a', 'b', 'c']);
});

test('going back makes the range smaller, and across its beginning turns it around', () => {
  selectTo(ROWS, 2, 'b');
  selectTo(ROWS, 3, 'c');
  selectTo(ROWS, 2, 'd');
  expect(chosen()).toEqual(['b', 'c']);
  selectTo(ROWS, 0, 'c');
  expect(chosen()).toEqual(['a', 'b']);
});

test('a range keeps what was selected before it', () => {
  toggleSelected('a');
  toggleSelected('d');
  selectTo(ROWS, 5, 'd');
  expect(chosen()).toEqual(['a', 'd', 'e']);
  toggleSelected('d');
  expect(chosen()).toEqual(['a', 'e']);
});

test('rows that leave the list are dropped, and a range from one of them begins again', () => {
  selectTo(ROWS, 2, 'a');
  const left = rowsOf('b', 'c', 'd');
  dropMissing(left);
  expect(chosen()).toEqual(['b', 'c']);
  selectTo(left, 2, 'c');
  expect(chosen()).toEqual(['b', 'c', 'd']);
});

test('at most 500 rows are selected, counted from where the range begins', () => {
  const many = rowsOf(...Array.from({ length: 1_000 }, (_, n) => `${n}`));
  selectTo(many, 0, '999');
  expect(selected.get().size).toBe(500);
  expect(selected.get().has('999')).toBe(true);
  expect(selected.get().has('500')).toBe(true);
  expect(selected.get().has('499')).toBe(false);
  toggleSelected('0');
  expect(selected.get().has('0')).toBe(false);
});

test('the next task is beyond a line, and there is none after the last', () => {
  expect(nextPlace(ROWS, 3, 1)).toBe(5);
  expect(nextPlace(ROWS, 5, -1)).toBe(3);
  expect(nextPlace(ROWS, 6, 1)).toBeUndefined();
  expect(nextPlace(ROWS, 0, -1)).toBeUndefined();
});
