import { beforeEach, expect, test } from 'vitest';
import { forgetUndo, rememberUndo, undoLast } from './undo.ts';

let undone: string[];

beforeEach(() => {
  forgetUndo();
  undone = [];
});

function act(text: string): () => void {
  return rememberUndo(text, () => undone.push(text));
}

test('actions are undone from the newest to the oldest', () => {
  act('first');
  act('second');
  expect([undoLast(), undoLast(), undoLast()]).toEqual(['second', 'first', undefined]);
  expect(undone).toEqual(['second', 'first']);
});

test('an action that its own button undid is not undone again', () => {
  const undoFirst = act('first');
  act('second');
  undoFirst();
  undoFirst();
  expect([undoLast(), undoLast()]).toEqual(['second', undefined]);
  expect(undone).toEqual(['first', 'second']);
});

test('the last 20 actions can be undone', () => {
  const undoOldest = act('0');
  for (let n = 1; n <= 20; n++) act(`${n}`);
  undoOldest();
  expect(undone).toEqual([]);
  for (let n = 0; n < 30; n++) undoLast();
  expect(undone).toHaveLength(20);
  expect(undone.at(-1)).toBe('1');
});

test('the actions of one person are forgotten for the next one', () => {
  act('first');
  forgetUndo();
  expect(undoLast()).toBeUndefined();
  expect(undone).toEqual([]);
});

test('what was done to something that is gone for good is not undone', () => {
  act('first');
  rememberUndo('to the message', () => undone.push('to the message'), 'message');
  act('last');
  forgetUndo('message');
  expect([undoLast(), undoLast(), undoLast()]).toEqual(['last', 'first', undefined]);
});
