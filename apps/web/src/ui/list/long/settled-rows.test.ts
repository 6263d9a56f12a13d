import { expect, it } from 'vitest';
import { moveOf } from './settled-rows.ts';

it.each([
  ['down', 'abcd', 'bcad', { row: 'a', instead: 'b', isDown: true }],
  ['to the end', 'abcd', 'bcda', { row: 'a', instead: 'b', isDown: true }],
  ['up', 'abcd', 'adbc', { row: 'd', instead: 'c', isDown: false }],
  ['by one', 'abcd', 'acbd', { row: 'b', instead: 'c', isDown: true }],
  ['while others come and go', 'abxcd', 'bcyad', { row: 'a', instead: 'b', isDown: true }],
])('a row that moves %s is the one that glides', (_name, before, after, move) => {
  expect(moveOf([...before], [...after])).toEqual(move);
});

it.each([
  ['nothing moves', 'abcd', 'abcd'],
  ['rows only come and go', 'abcd', 'bxdy'],
  ['several move', 'abcd', 'dcba'],
])('no row glides where %s', (_name, before, after) => {
  expect(moveOf([...before], [...after])).toBeUndefined();
});
