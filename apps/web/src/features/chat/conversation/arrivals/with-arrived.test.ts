import { expect, it } from 'vitest';
import { withArrived } from './with-arrived.ts';

it('what arrived comes after what was read', () => {
  expect(withArrived([row(1), row(4)], [row(6), row(7)])).toEqual([row(1), row(4), row(6), row(7)]);
  expect(withArrived([], [row(6)])).toEqual([row(6)]);
});

it('a page that was read later has the last word on what arrived', () => {
  const edited = row(6, '#6, better');
  expect(withArrived([row(4), edited], [row(6), row(7)])).toEqual([row(4), edited, row(7)]);
});

it('a message that a restored server has at a new place is there once', () => {
  const moved = { ...row(1_000_006), id: '6' };
  expect(withArrived([row(4), row(6), row(7)], [moved])).toEqual([row(4), row(7), moved]);
});

function row(sequence: number, message = `#${sequence}`) {
  return { id: String(sequence), sequence, message };
}
