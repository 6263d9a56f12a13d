import { expect, test } from 'vitest';
import { text } from './text.ts';

test.each(['a', 'ß', '愛', '🧹'])('a text has at most so many of %s', character => {
  expect(text(5).safeParse(character.repeat(5)).success).toBe(true);
  expect(text(5).safeParse(character.repeat(6)).success).toBe(false);
});

test('a sign of several characters counts as them', () => {
  expect(text(5).safeParse('👩‍👧').success).toBe(true);
  expect(text(2).safeParse('👩‍👧').success).toBe(false);
});
