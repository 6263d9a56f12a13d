import { expect, test } from 'vitest';
import { msToReturn, returnWithin } from './topic.ts';

test('a browser reads how long all may take to come back', () => {
  expect(msToReturn(returnWithin(12_500.4))).toBe(12_500);
  for (const reason of [undefined, '', 'return within ms', 'Too many calls']) {
    expect(msToReturn(reason)).toBe(0);
  }
});
